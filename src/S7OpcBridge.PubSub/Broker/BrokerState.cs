namespace S7OpcBridge.PubSub;

/// <summary>How a link to a broker stands.</summary>
public enum BrokerState
{
    /// <summary>Not running: not started yet, or ended.</summary>
    Stopped,

    /// <summary>Tries to connect.</summary>
    Connecting,

    /// <summary>Connected; the backlog is held for a moment.</summary>
    Settling,

    /// <summary>Connected; messages go out.</summary>
    Connected,

    /// <summary>Waits before the next attempt.</summary>
    Waiting,
}
