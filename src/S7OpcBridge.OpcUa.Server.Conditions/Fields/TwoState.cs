using S7OpcBridge.OpcUa.Server.Conditions.State;

namespace S7OpcBridge.OpcUa.Server.Conditions.Fields;

/// <summary>A variable with two states and names for them (TwoStateVariableType, OPC 10000-9, 5.2).</summary>
internal readonly record struct TwoState(bool Value, long Since, ConditionText WhenTrue, ConditionText WhenFalse)
{
    /// <summary>Finds one by its browse name.</summary>
    public static bool TryFind(string name, in ConditionRow row, out TwoState state)
    {
        var limits = row.Notes?.Limits ?? default;
        TwoState? found = name switch
        {
            "EnabledState" => new TwoState(row.IsEnabled, row.Notes?.EnabledTime ?? 0, StateTexts.Enabled, StateTexts.Disabled),
            "ActiveState" => new TwoState(row.IsActive, row.ActiveTime, StateTexts.Active, StateTexts.Inactive),
            "AckedState" => new TwoState(row.IsAcked, row.AckedTime, StateTexts.Acked, StateTexts.Unacked),
            "ConfirmedState" => new TwoState(row.IsConfirmed, row.ConfirmedTime, StateTexts.Confirmed, StateTexts.Unconfirmed),
            "HighHighState" => ForLimit(row, ConditionStates.HighHigh, limits.HighHigh),
            "HighState" => ForLimit(row, ConditionStates.High, limits.High),
            "LowState" => ForLimit(row, ConditionStates.Low, limits.Low),
            "LowLowState" => ForLimit(row, ConditionStates.LowLow, limits.LowLow),
            _ => null,
        };
        state = found.GetValueOrDefault();
        return found is not null;
    }

    /// <summary>The variable itself, or one of its properties; the null variant: it has no such property.</summary>
    public Variant FieldOf(ReadOnlySpan<char> property, IReadOnlyList<string?>? locales) =>
        property switch
        {
            "" => Variant.From((Value ? WhenTrue : WhenFalse).In(locales)),
            "Id" => Variant.From(Value),
            "TransitionTime" => Variant.FromDateTime(Since),
            "TrueState" => Variant.From(WhenTrue.In(locales)),
            "FalseState" => Variant.From(WhenFalse.In(locales)),
            _ => default,
        };

    private static TwoState ForLimit(in ConditionRow row, ConditionStates limit, long since) =>
        new((row.States & limit) != 0, since, StateTexts.Active, StateTexts.Inactive);
}
