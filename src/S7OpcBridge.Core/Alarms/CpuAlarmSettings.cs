using System.Collections.Immutable;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>How the alarms that a CPU raises itself are served. Immutable, compared by content.</summary>
public sealed record CpuAlarmSettings
{
    /// <summary>True: also what was not tried on enough real CPUs: to acknowledge, and ALARM_S of an S7-300 or S7-400.</summary>
    public bool IsExperimental { get; init; }

    /// <summary>The languages to ask the CPU for, such as <c>de-DE</c>; empty: all that it has.</summary>
    public ImmutableArray<string> Languages { get; init; } = [];

    /// <summary>The texts of a CPU that has none (S7-300, S7-400), by the name of the alarm: <c>60000123</c>, <c>60000123/3</c>.</summary>
    public ImmutableDictionary<string, CpuAlarmEntry> Texts { get; init; } = ImmutableDictionary<string, CpuAlarmEntry>.Empty;

    /// <summary>The kinds of messages that are alarms of blocks and have a list.</summary>
    internal const S7MessageKinds AlarmKinds = S7MessageKinds.Alarm8 | S7MessageKinds.AlarmS;

    /// <summary>Of the kinds of messages that a CPU has, those that are to be asked for; none of <see cref="AlarmKinds"/>: it sends no alarms.</summary>
    internal S7MessageKinds KindsOf(S7MessageKinds offered) => IsExperimental ? offered : offered & ~S7MessageKinds.AlarmS;

    /// <inheritdoc/>
    public bool Equals(CpuAlarmSettings? other) =>
        other is not null
        && IsExperimental == other.IsExperimental
        && Languages.AsSpan().SequenceEqual(other.Languages.AsSpan())
        && Texts.Count == other.Texts.Count
        && Texts.All(text => other.Texts.GetValueOrDefault(text.Key) is { } theirs && theirs.Equals(text.Value));

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(IsExperimental, Languages.Length, Texts.Count);
}

/// <summary>What the map says of an alarm of a CPU. Immutable, compared by content.</summary>
/// <param name="Texts">Its texts, each language once.</param>
/// <param name="Severity">Its severity, 1 to 1000; 0: not said.</param>
public sealed record CpuAlarmEntry(ImmutableArray<LocalText> Texts, int Severity)
{
    /// <inheritdoc/>
    public bool Equals(CpuAlarmEntry? other) =>
        other is not null && Severity == other.Severity && Texts.AsSpan().SequenceEqual(other.Texts.AsSpan());

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Severity, Texts.Length);
}
