using S7OpcBridge.OpcUa.Server.Conditions.State;
using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Conditions.Fields;

/// <summary>The event of a change of a condition: its whole state at that moment. A refresh sends the last one again.</summary>
internal sealed class ConditionEvent(ConditionModel model, int condition, ulong server, in ConditionRow row, long now) : RaisedEvent
{
    private static readonly string[] States =
    [
        "EnabledState",
        "AckedState",
        "ConfirmedState",
        "ActiveState",
        "HighHighState",
        "HighState",
        "LowState",
        "LowLowState",
    ];

    private static readonly string[] Recorded =
    [
        "EventId",
        "EventType",
        "SourceNode",
        "SourceName",
        "Time",
        "ReceiveTime",
        "Message",
        "Severity",
        "Retain",
        "ConditionClassId",
        "ConditionClassName",
        "ConditionName",
        "BranchId",
        "InputNode",
        "NormalState",
        "Quality",
        "LastSeverity",
        "Comment",
        "ClientUserId",
        "SuppressedOrShelved",
        "ShelvingState/CurrentState",
        "ShelvingState/CurrentState/Id",
        "ShelvingState/UnshelveTime",
        "LimitState/CurrentState",
        "LimitState/CurrentState/Id",
        "HighHighLimit",
        "HighLimit",
        "LowLimit",
        "LowLowLimit",
        "ExpirationDate",
        .. States,
        .. States.Select(state => $"{state}/Id"),
        .. States.Select(state => $"{state}/TransitionTime"),
    ];

    private readonly ConditionFields _fields = new(model, condition, server, row, now);
    private readonly NodeId _id = model.IdOf(condition);

    /// <inheritdoc/>
    public override uint Type => _fields.Type;

    /// <inheritdoc/>
    public override uint OwnType => _fields.OwnType;

    /// <inheritdoc/>
    public override NodeId ConditionId => _id;

    /// <inheritdoc/>
    public override bool TellsState => true;

    /// <inheritdoc/>
    public override RecordedEvent Record() =>
        new(
            FieldOf("Time", null).Bits,
            Type,
            model.SourceOf(condition),
            false,
            [
                .. Recorded.Select(path => (path, FieldOf(path, null))).Where(field => !field.Item2.IsNull),
                .. ControllerFields
                    .All.Select(own => (own.Name, FieldOf(own.Name, null)))
                    .Where(static field => !ControllerFields.IsEmpty(field.Item2)),
                (RecordedEvent.Condition, Variant.From(_id)),
                (RecordedEvent.Notifier, Variant.From(model.NotifierOf(condition))),
            ]
        );

    /// <inheritdoc/>
    public override Variant FieldOf(string path, IReadOnlyList<string?>? locales) =>
        _fields.Read(path, locales, out var value).Value == StatusCodes.BadConditionDisabled
            ? Variant.FromStatusCode(StatusCodes.BadConditionDisabled)
            : value;

    /// <inheritdoc/>
    protected override (NodeHandle Source, NodeHandle Notifier) OriginIn(AddressSpaceView nodes) =>
        (model.SourceIn(nodes, condition), nodes.Find(model.NotifierOf(condition)));
}
