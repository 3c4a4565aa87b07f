using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>An event from the history, with the fields that it had when it was delivered.</summary>
internal sealed class StoredEvent(RecordedEvent stored) : RaisedEvent
{
    /// <inheritdoc/>
    public override uint Type => stored.Type;

    /// <inheritdoc/>
    public override ulong TypeKey =>
        stored.FieldOf("EventType") is { Type: BuiltInType.NodeId, Reference: NodeId { Kind: NodeIdKind.Numeric } type }
            ? EventTypes.KeyOf(type)
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
