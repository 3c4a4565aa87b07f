namespace S7OpcBridge.OpcUa.Server;

/// <summary>The severities of the server's events, 1 to 1000 (OPC 10000-5, 6.4.2); docs/events.md lists which event has which.</summary>
public static class EventSeverity
{
    /// <summary>Something succeeded.</summary>
    public const ushort Information = 100;

    /// <summary>Something has changed.</summary>
    public const ushort Notice = 200;

    /// <summary>A client was refused, or something failed.</summary>
    public const ushort Warning = 500;

    /// <summary>A PLC is in STOP, perhaps on purpose.</summary>
    public const ushort Trouble = 600;

    /// <summary>A PLC is not connected, or the server shuts down.</summary>
    public const ushort Failure = 800;
}
