using S7OpcBridge.OpcUa.Server.Conditions.State;

namespace S7OpcBridge.OpcUa.Server.Conditions.Fields;

/// <summary>
/// The fields of a condition at one moment, by their browse paths: in events and as values of its nodes (OPC 10000-9, 5.5 to 5.8). Fields of a disabled
/// condition that depend on its state have the status BadConditionDisabled.
/// </summary>
internal readonly struct ConditionFields(ConditionModel model, int condition, ulong server, in ConditionRow row, long now)
{
    private const double Endless = double.MaxValue;

    private readonly ConditionRow _row = row;

    /// <summary>The event type, or its nearest supertype in namespace 0.</summary>
    public uint Type => TypeOf(model.KindOf(condition));

    /// <summary>The event type itself (<see cref="TypeNumber"/>).</summary>
    public uint OwnType => OwnTypeOf(model.KindOf(condition));

    public NodeId Id => model.IdOf(condition);

    /// <summary>The type of a kind, or its nearest supertype in namespace 0.</summary>
    public static uint TypeOf(ConditionKind kind) =>
        kind switch
        {
            ConditionKind.Alarm => ConditionTypes.Alarm,
            ConditionKind.OffNormal => ConditionTypes.OffNormalAlarm,
            ConditionKind.SystemOffNormal => ConditionTypes.SystemOffNormalAlarm,
            ConditionKind.ExclusiveLevel => ConditionTypes.ExclusiveLevelAlarm,
            ConditionKind.NonExclusiveLevel => ConditionTypes.NonExclusiveLevelAlarm,
            _ => ConditionTypes.CertificateExpirationAlarm,
        };

    /// <summary>The type of a kind itself (<see cref="TypeNumber"/>).</summary>
    public static uint OwnTypeOf(ConditionKind kind) =>
        kind == ConditionKind.Alarm ? TypeNumber.Of(ConditionTypes.Application, ConditionTypes.ControllerAlarm) : TypeOf(kind);

    /// <summary>A field; the status is bad, and the value null, where it has no value now or the condition has no such field.</summary>
    public StatusCode Read(string path, IReadOnlyList<string?>? locales, out Variant value)
    {
        var slash = path.IndexOf('/');
        if (!ConditionParts.Has(model, condition, slash < 0 ? path : path.AsSpan(0, slash)))
        {
            value = default;
            return StatusCodes.BadNoData;
        }

        if (IsOfEvent(path, locales, out value) || IsOfDefinition(path, out value))
            return StatusCodes.Good;
        if (!_row.IsEnabled && !path.StartsWith("EnabledState", StringComparison.Ordinal))
        {
            value = default;
            return StatusCodes.BadConditionDisabled;
        }

        value = StateOf(path, locales);
        // Its sub-state machine is not active while the alarm is not (OPC 10000-16, 4.4).
        return !value.IsNull ? StatusCodes.Good
            : path.StartsWith("LimitState", StringComparison.Ordinal) ? StatusCodes.BadStateNotActive
            : StatusCodes.BadNoData;
    }

    private bool IsOfEvent(string path, IReadOnlyList<string?>? locales, out Variant value)
    {
        value = path switch
        {
            "EventId" => Variant.FromByteString(
                _row.EventNumber == 0
                    ? null
                    : ConditionEventId.Create(ConditionEventId.KeyOf(server, model.IdBytes(condition)), _row.EventNumber)
            ),
            "EventType" => Variant.From(TypeNumber.IdOf(OwnType)),
            "SourceNode" => Variant.From(model.SourceOf(condition)),
            "SourceName" => Variant.From(model.SourceNameOf(condition)),
            "Time" => Variant.FromDateTime(_row.Time),
            "ReceiveTime" => Variant.FromDateTime(_row.EventNumber),
            "Message" => Variant.From((_row.Message ?? model.MessageOf(condition) ?? StateTexts.NoMessage).In(locales)),
            "Severity" => Variant.From(_row.Severity),
            "Retain" => Variant.From(_row.Retain),
            _ => default,
        };
        return !value.IsNull;
    }

    private bool IsOfDefinition(string path, out Variant value)
    {
        var rules = model.RulesOf(condition);
        value = path switch
        {
            "ConditionClassId" => Variant.From((NodeId)rules.Class),
            "ConditionClassName" => Variant.From(new LocalizedText(ConditionTypes.NameOfClass(rules.Class))),
            "ConditionSubClassId" => Variant.FromArray(BuiltInType.NodeId, Array.Empty<NodeId>()),
            "ConditionSubClassName" => Variant.FromArray(BuiltInType.LocalizedText, Array.Empty<LocalizedText>()),
            "ConditionName" => Variant.From(model.NameOf(condition)),
            "BranchId" => Variant.From(default(NodeId)),
            "InputNode" => Variant.From(model.InputOf(condition)),
            "NormalState" => Variant.From(model.NormalStateOf(condition)),
            "MaxTimeShelved" => Variant.From(rules.MaxTimeShelved > TimeSpan.Zero ? rules.MaxTimeShelved.TotalMilliseconds : Endless),
            "HighHighLimit" => LimitOf(model.LimitsOf(condition)?.HighHigh),
            "HighLimit" => LimitOf(model.LimitsOf(condition)?.High),
            "LowLimit" => LimitOf(model.LimitsOf(condition)?.Low),
            "LowLowLimit" => LimitOf(model.LimitsOf(condition)?.LowLow),
            "ExpirationDate" => model.CertificateOf(condition) is { } ends ? Variant.FromDateTime(ends.Expiration) : default,
            "CertificateType" => model.CertificateOf(condition) is { } typed ? Variant.From((NodeId)typed.Type) : default,
            "Certificate" => model.CertificateOf(condition) is { } whole ? Variant.FromByteString(whole.Bytes) : default,
            _ => default,
        };
        return !value.IsNull;
    }

    private Variant StateOf(string path, IReadOnlyList<string?>? locales)
    {
        var notes = _row.Notes ?? ConditionNotes.None;
        switch (path)
        {
            case "Quality":
                return Variant.FromStatusCode(_row.Quality);
            case "Quality/SourceTimestamp":
                return Variant.FromDateTime(_row.QualityTime);
            case "LastSeverity":
                return Variant.From(_row.LastSeverity);
            case "LastSeverity/SourceTimestamp":
                return Variant.FromDateTime(_row.SeverityTime);
            case "Comment":
                return Variant.From(notes.Comment);
            case "Comment/SourceTimestamp":
                return Variant.FromDateTime(notes.CommentTime);
            case "ClientUserId":
                return Variant.From(notes.User);
            case "SuppressedOrShelved":
                return Variant.From(_row.Shelving != ShelvingMode.Unshelved);
            case "ShelvingState/CurrentState":
                return Variant.From(ShelvingText.In(locales));
            case "ShelvingState/CurrentState/Id":
                return Variant.From((NodeId)ConditionTypes.StateOf(_row.Shelving));
            case "ShelvingState/UnshelveTime":
                return Variant.From(TimeToUnshelve(notes));
            case "LimitState/CurrentState":
                return ConditionTypes.StateOf(_row.States, out var name) == 0 ? default : Variant.From(name.In(locales));
            case "LimitState/CurrentState/Id":
                return ConditionTypes.StateOf(_row.States, out _) is not 0 and var state ? Variant.From((NodeId)state) : default;
        }

        if (ControllerFields.TryRead(path, notes.Details, locales, out var detail))
            return detail;
        var slash = path.IndexOf('/');
        return TwoState.TryFind(slash < 0 ? path : path[..slash], _row, out var known)
            ? known.FieldOf(slash < 0 ? "" : path.AsSpan(slash + 1), locales)
            : default;
    }

    private ConditionText ShelvingText =>
        _row.Shelving switch
        {
            ShelvingMode.Timed => StateTexts.TimedShelved,
            ShelvingMode.OneShot => StateTexts.OneShotShelved,
            _ => StateTexts.Unshelved,
        };

    private double TimeToUnshelve(ConditionNotes notes) =>
        notes.Shelving == ShelvingMode.Unshelved ? 0
        : notes.UnshelveTime == long.MaxValue ? Endless
        : Math.Max(0, notes.UnshelveTime - now) / (double)TimeSpan.TicksPerMillisecond;

    private static Variant LimitOf(double? limit) => limit is { } value ? Variant.From(value) : default;
}
