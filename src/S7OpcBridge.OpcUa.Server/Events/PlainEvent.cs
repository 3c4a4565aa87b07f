using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>An event that tells of something that has happened, with the fields that the stack adds (OPC 10000-5, 6.4.2).</summary>
internal sealed class PlainEvent(UaEvent what, long now) : RaisedEvent
{
    private static readonly string[] OwnFields =
    [
        "EventId",
        "EventType",
        "SourceNode",
        "SourceName",
        "Time",
        "ReceiveTime",
        "Message",
        "Severity",
    ];

    private readonly byte[] _id = Guid.NewGuid().ToByteArray();

    /// <inheritdoc/>
    public override uint Type => what.Type;

    /// <inheritdoc/>
    public override bool IsAudit => what.IsAudit;

    /// <inheritdoc/>
    public override RecordedEvent? Record() =>
        what.IsAudit || IsForAll
            ? null
            : new RecordedEvent(
                what.Time == 0 ? now : what.Time,
                what.Type,
                what.Source,
                false,
                [.. Array.ConvertAll(OwnFields, path => (path, FieldOf(path, null))), .. what.Fields]
            );

    /// <inheritdoc/>
    public override Variant FieldOf(string path, IReadOnlyList<string?>? locales)
    {
        switch (path)
        {
            case "EventId":
                return Variant.FromByteString(_id);
            case "EventType":
                return Variant.From((NodeId)what.Type);
            case "SourceNode":
                return Variant.From(what.Source);
            case "SourceName":
                return Variant.From(what.SourceName);
            case "Time":
                return Variant.FromDateTime(what.Time == 0 ? now : what.Time);
            case "ReceiveTime":
                return Variant.FromDateTime(now);
            case "Message":
                return Variant.From(new LocalizedText(what.Message, "en"));
            case "Severity":
                return Variant.From(what.Severity);
            default:
                foreach (var (name, value) in what.Fields)
                {
                    if (name == path)
                        return value;
                }

                return default;
        }
    }

    /// <inheritdoc/>
    protected override (NodeHandle Source, NodeHandle Notifier) OriginIn(AddressSpaceView nodes) =>
        nodes.Find(what.Source) is var source && what.IsAudit ? (source, NodeHandle.None) : (source, source);
}
