using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>Decides what of an alarm is active by a value.</summary>
internal static class AlarmTest
{
    private const ConditionStates High = ConditionStates.High | ConditionStates.HighHigh,
        Low = ConditionStates.Low | ConditionStates.LowLow;

    /// <summary>What is active now. A value that says nothing, such as NaN, changes nothing.</summary>
    /// <param name="before">What was active before, for the hysteresis.</param>
    public static ConditionStates Evaluate(TagAlarm alarm, in TagValue value, ConditionStates before)
    {
        if (alarm is BitAlarm bit)
            return ValueBits.BitOf(value, bit.Bit) is not { } isSet ? before
                : isSet == bit.When ? ConditionStates.Active
                : ConditionStates.Inactive;
        return alarm is LevelAlarm level && ValueBits.NumberOf(value) is { } number && !double.IsNaN(number)
            ? Evaluate(level, number, before)
            : before;
    }

    /// <summary>True where a state is worse than another one: something is active that was not.</summary>
    public static bool IsWorse(ConditionStates now, ConditionStates before) => Rank(now) > Rank(before) || (Side(now) & ~Side(before)) != 0;

    private static ConditionStates Evaluate(LevelAlarm level, double number, ConditionStates before)
    {
        var states = ConditionStates.Inactive;
        var (wasHighHigh, wasLowLow) = ((before & ConditionStates.HighHigh) != 0, (before & ConditionStates.LowLow) != 0);
        if (IsAbove(level.HighHigh, number, wasHighHigh, level.Hysteresis))
            states |= ConditionStates.HighHigh;
        if (IsAbove(level.High, number, (before & High) != 0, level.Hysteresis))
            states |= ConditionStates.High;
        if (IsAbove(-level.Low, -number, (before & Low) != 0, level.Hysteresis))
            states |= ConditionStates.Low;
        if (IsAbove(-level.LowLow, -number, wasLowLow, level.Hysteresis))
            states |= ConditionStates.LowLow;
        if (level.Exclusive)
            states = Outermost(states);
        return states == ConditionStates.Inactive ? states : states | ConditionStates.Active;
    }

    private static bool IsAbove(double? limit, double number, bool wasAbove, double hysteresis) =>
        limit is { } value && (number > value || (wasAbove && number > value - hysteresis));

    private static ConditionStates Outermost(ConditionStates states) =>
        (states & ConditionStates.HighHigh) != 0 ? ConditionStates.HighHigh
        : (states & ConditionStates.LowLow) != 0 ? ConditionStates.LowLow
        : states;

    private static int Rank(ConditionStates states) =>
        states == ConditionStates.Inactive ? 0
        : (states & (ConditionStates.HighHigh | ConditionStates.LowLow)) != 0 ? 2
        : 1;

    private static ConditionStates Side(ConditionStates states) =>
        ((states & High) != 0 ? ConditionStates.High : 0) | ((states & Low) != 0 ? ConditionStates.Low : 0);
}
