namespace S7OpcBridge.OpcUa.Server;

/// <summary>State of a part of PubSub (OPC 10000-14, 6.2.1).</summary>
public enum PubSubState
{
    /// <summary>Switched off.</summary>
    Disabled = 0,

    /// <summary>Switched on, but the part that it belongs to does not work.</summary>
    Paused = 1,

    /// <summary>It works.</summary>
    Operational = 2,

    /// <summary>It does not work, because of an error.</summary>
    Error = 3,

    /// <summary>Switched on, and about to work.</summary>
    PreOperational = 4,
}
