using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>Alarms of one CPU. Immutable.</summary>
/// <param name="Plc">Index of the PLC in the map.</param>
/// <param name="IsList">True: the whole picture at <paramref name="Time"/>; an alarm that is missing from it is gone, or was acknowledged and is gone.</param>
/// <param name="Time">When it was received (UTC).</param>
/// <param name="Alarms">The alarms, in the order in which the CPU sent them.</param>
public sealed record CpuAlarmBatch(int Plc, bool IsList, DateTimeOffset Time, ImmutableArray<CpuAlarm> Alarms);
