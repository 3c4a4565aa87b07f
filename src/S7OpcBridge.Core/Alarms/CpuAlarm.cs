using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>The texts of a CPU's alarm in one language, its values put in.</summary>
/// <param name="Locale">The language: <c>de-DE</c>; empty: not said.</param>
/// <param name="Text">The alarm text.</param>
/// <param name="Info">The info text; empty: none.</param>
/// <param name="Additional">Additional texts 1 to 9; shorter where the last ones are missing, an empty text where one between is.</param>
public sealed record CpuAlarmText(string Locale, string Text, string Info, ImmutableArray<string> Additional);

/// <summary>The state of an alarm that a CPU raises itself (Program_Alarm, ProDiag, ALARM_S, ALARM_8, NOTIFY, system alarms). Immutable.</summary>
public sealed record CpuAlarm
{
    /// <summary>
    /// What distinguishes it within its CPU. S7CommPlus: the CPU's 64-bit id. Classic S7: the event id × 256, plus 1 to 8 for a signal of an ALARM_8, else 0.
    /// </summary>
    public required ulong Id { get; init; }

    /// <summary>
    /// Its name, unique within its CPU. S7CommPlus: block and number, <c>Motor_DB/1</c>; classic S7: the event id in hexadecimal digits, <c>60000123</c> or
    /// <c>60000123/3</c>.
    /// </summary>
    public required string Name { get; init; }

    /// <summary>Name of the block that raised it; empty: the CPU, or unknown.</summary>
    public string Source { get; init; } = "";

    /// <summary>What it is about.</summary>
    public CpuAlarmClass Class { get; init; }

    /// <summary>Severity, 1 to 1000; 0: not said by the CPU.</summary>
    public int Severity { get; init; }

    /// <summary>True: its cause is there.</summary>
    public bool IsActive { get; init; }

    /// <summary>True: somebody has acknowledged it. Of no meaning where <see cref="NeedsAck"/> is false.</summary>
    public bool IsAcked { get; init; }

    /// <summary>True: it is to be acknowledged.</summary>
    public bool NeedsAck { get; init; }

    /// <summary>True: its cause is there, or it waits for an acknowledgement.</summary>
    public bool IsPending => IsActive || (NeedsAck && !IsAcked);

    /// <summary>When it came or went last, by the CPU's clock (UTC).</summary>
    public DateTimeOffset Time { get; init; }

    /// <summary>When it was acknowledged, by the CPU's clock (UTC); null: not said.</summary>
    public DateTimeOffset? AckTime { get; init; }

    /// <summary>Its texts, one entry per language; empty: the CPU sends none.</summary>
    public ImmutableArray<CpuAlarmText> Texts { get; init; } = [];

    /// <summary>The associated values as text, at most 10.</summary>
    public ImmutableArray<string> Values { get; init; } = [];

    /// <summary>Counts the comings of the alarm (S7CommPlus); 0: not said.</summary>
    public uint Sequence { get; init; }
}
