namespace S7OpcBridge.OpcUa.Server;

/// <summary>The severities of our events, 1 to 1000 (OPC 10000-5, 6.4.2); docs/events.md lists which event has which.</summary>
public static class EventSeverity
{
    /// <summary>It went as it should.</summary>
    public const ushort Information = 100;

    /// <summary>Good to know: something is different from now on.</summary>
    public const ushort Notice = 200;

    /// <summary>Somebody was refused, or something was not done.</summary>
    public const ushort Warning = 500;

    /// <summary>A part of the plant stands still, by somebody's will perhaps.</summary>
    public const ushort Trouble = 600;

    /// <summary>A part of the plant is out of sight, or the server goes down.</summary>
    public const ushort Failure = 800;
}
