using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>What a batch says of the alarms of a CPU.</summary>
public enum CpuAlarmNews : byte
{
    /// <summary>Some have changed.</summary>
    Changes,

    /// <summary>All that are active or wait for an acknowledgement: one that is missing is gone, and acknowledged.</summary>
    List,

    /// <summary>Nothing is known of any of them: the connection has ended, or the CPU sends no alarms any more.</summary>
    Silence,
}

/// <summary>Alarms of one CPU. Immutable.</summary>
/// <param name="Plc">Index of the PLC in the map.</param>
/// <param name="News">What it says.</param>
/// <param name="Time">When it was received (UTC).</param>
/// <param name="Alarms">The alarms, in the order in which the CPU sent them.</param>
public sealed record CpuAlarmBatch(int Plc, CpuAlarmNews News, DateTimeOffset Time, ImmutableArray<CpuAlarm> Alarms)
{
    /// <summary>New entries of the diagnostics buffer, the oldest first.</summary>
    public ImmutableArray<CpuEvent> Events { get; init; } = [];
}
