namespace S7OpcBridge.OpcUa.Server;

/// <summary>An event to be raised (OPC 10000-5, 6.4.2). Id and the time of receipt are given by the stack; nothing is kept of an event that nobody wants.</summary>
/// <param name="Type">The event type, of namespace 0.</param>
/// <param name="Source">
/// The node that it comes from. It is told to those who listen to the Server object, to that node, and to the notifiers above it (HasNotifier and
/// HasEventSource, followed upwards).
/// </param>
/// <param name="SourceName">The source as people call it.</param>
/// <param name="Severity">1 (information) to 1000 (catastrophe); OPC 10000-5, 6.4.2: 1–333 low, 334–666 medium, 667–1000 high.</param>
/// <param name="Message">What happened, why, and what to do about it.</param>
public sealed record UaEvent(uint Type, NodeId Source, string SourceName, ushort Severity, string Message)
{
    /// <summary>When it happened, in OPC UA ticks; 0: now.</summary>
    public long Time { get; init; }

    /// <summary>The fields that the type adds to BaseEventType, by browse name (namespace 0; members of a field with a slash: <c>A/B</c>).</summary>
    public IReadOnlyList<(string Name, Variant Value)> Fields { get; init; } = [];

    /// <summary>True for an event that only sessions see which may read the audit: on an encrypted channel, with a role for it (OPC 10000-5, 6.4.3).</summary>
    public bool IsAudit { get; init; }
}
