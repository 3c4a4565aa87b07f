namespace S7OpcBridge.OpcUa.Server;

/// <summary>An event to be raised (OPC 10000-5, 6.4.2). The stack adds the event id and the time of receipt. Events without listeners are discarded.</summary>
/// <param name="Type">The event type, of namespace 0.</param>
/// <param name="Source">
/// The source node. Items on the Server object, on the source node and on the notifiers above it (inverse HasNotifier and HasEventSource) get the
/// event.
/// </param>
/// <param name="Severity">1 (information) to 1000 (catastrophe); OPC 10000-5, 6.4.2: 1–333 low, 334–666 medium, 667–1000 high.</param>
/// <param name="Message">What happened, why, and what to do about it.</param>
public sealed record UaEvent(uint Type, NodeId Source, string SourceName, ushort Severity, string Message)
{
    /// <summary>When it happened, in OPC UA ticks; 0: now.</summary>
    public long Time { get; init; }

    /// <summary>The fields that the type adds to BaseEventType, by browse name (namespace 0; members of a field with a slash: <c>A/B</c>).</summary>
    public IReadOnlyList<(string Name, Variant Value)> Fields { get; init; } = [];

    /// <summary>True for an audit event: only sessions on an encrypted channel with a role for it see it (OPC 10000-5, 6.4.3).</summary>
    public bool IsAudit { get; init; }
}
