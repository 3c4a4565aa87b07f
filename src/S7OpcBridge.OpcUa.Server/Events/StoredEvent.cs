using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>An event from the history, with the fields that it had when it was delivered.</summary>
internal sealed class StoredEvent(RecordedEvent stored) : RaisedEvent
{
    /// <inheritdoc/>
    public override uint Type => stored.Type;

    /// <inheritdoc/>
    public override uint OwnType =>
        stored.FieldOf("EventType") is { Type: BuiltInType.NodeId, Reference: NodeId type } && TypeNumber.From(type) is not 0 and var number
            ? number
            : stored.Type;

    /// <inheritdoc/>
    public override bool IsAudit => stored.IsAudit;

    /// <inheritdoc/>
    public override NodeId ConditionId => stored.ConditionId;

    /// <inheritdoc/>
    public override Variant FieldOf(string path, IReadOnlyList<string?>? locales) => stored.FieldOf(path);

    /// <inheritdoc/>
    protected override (NodeHandle Source, NodeHandle Notifier) OriginIn(AddressSpaceView nodes) =>
        nodes.Find(stored.Source) is var source
        && stored.FieldOf(RecordedEvent.Notifier) is { Type: BuiltInType.NodeId, Reference: NodeId { IsNull: false } id }
            ? (source, nodes.Find(id))
            : (source, source);
}
