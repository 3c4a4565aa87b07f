using System.Collections.Immutable;

namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>
/// What the system that has found a condition says of it beside its message, for <see cref="ConditionKind.Alarm"/>: the fields that ControllerAlarmType adds
/// to AlarmConditionType. Immutable.
/// </summary>
public sealed class ConditionDetails
{
    /// <summary>Additional texts at most.</summary>
    public const int MostTexts = 9;

    /// <summary>Associated values at most; of each as many characters as a comment may have.</summary>
    public const int MostValues = 10;

    /// <summary>The alarm's number in that system.</summary>
    public ulong AlarmId { get; init; }

    /// <summary>When it came or went last by the clock of that system, in OPC UA ticks; 0: it does not say.</summary>
    public long Time { get; init; }

    /// <summary>The info text; null: none.</summary>
    public ConditionText? Info { get; init; }

    /// <summary>The additional texts, null for one that there is not; what is behind <see cref="MostTexts"/> is not kept.</summary>
    public ImmutableArray<ConditionText?> Additional
    {
        get;
        init => field = value.Length > MostTexts ? value[..MostTexts] : value;
    } = [];

    /// <summary>The associated values as text; what is behind <see cref="MostValues"/> is not kept.</summary>
    public ImmutableArray<string> Values
    {
        get;
        init =>
            field = [
                .. value.Take(MostValues).Select(static one => State.ConditionTextLimits.Cut(one, State.ConditionTextLimits.MaxComment)!),
            ];
    } = [];
}
