namespace S7OpcBridge.PubSub.Broker;

/// <summary>Where a message in flight came from.</summary>
internal enum MessageSource : byte
{
    /// <summary>The buffer.</summary>
    Buffer,

    /// <summary>What is kept at the broker.</summary>
    Retained,

    /// <summary>The deletion of what is not kept any more.</summary>
    Clearing,

    /// <summary>The answer to a command.</summary>
    Answer,

    /// <summary>A birth of Sparkplug, which stands before all data.</summary>
    Birth,
}
