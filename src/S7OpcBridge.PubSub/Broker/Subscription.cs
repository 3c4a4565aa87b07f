namespace S7OpcBridge.PubSub.Broker;

/// <summary>What is subscribed to.</summary>
internal enum Subscription : byte
{
    /// <summary>What the broker keeps, to find out what is stale there.</summary>
    Kept,

    /// <summary>Commands; those that are kept are not wanted.</summary>
    Commands,

    /// <summary>Whether the primary host of Sparkplug is there, which the broker keeps.</summary>
    HostState,
}
