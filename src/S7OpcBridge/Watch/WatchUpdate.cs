using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Watch;

/// <summary>The changes since the last update and the state of the PLCs. A running bridge sends it as one JSON line.</summary>
/// <param name="Changes">Changed tags.</param>
/// <param name="Plcs">The PLCs; empty: unchanged.</param>
internal sealed record WatchUpdate(IReadOnlyList<WatchChange> Changes, IReadOnlyList<WatchPlc> Plcs)
{
    /// <summary>All watched tags, at the beginning and when others came or went (a CPU told its symbols, the map was changed); null: as before.</summary>
    public IReadOnlyList<WatchTag>? Tags { get; init; }
}

/// <summary>A watched tag.</summary>
/// <param name="Name">PLC and name, <c>Line1/Motor/Speed</c>.</param>
/// <param name="Type">Its type; empty: only the CPU knows, and has not told yet.</param>
/// <param name="Unit">Its unit; empty: none.</param>
internal sealed record WatchTag(string Name, string Type, string Unit)
{
    public static WatchTag From(TagMap map, Tag tag) =>
        new(map.PathOf(tag), tag.Type.Kind == S7TypeKind.None ? "" : tag.Type.ToString(), tag.Details?.Unit ?? "");
}

/// <summary>A tag's new value or quality.</summary>
/// <param name="Tag">PLC and name, <c>Line1/Motor/Speed</c>.</param>
/// <param name="Value">The value as text; empty: none.</param>
/// <param name="Status">The OPC UA status code.</param>
internal readonly record struct WatchChange(string Tag, string Value, uint Status);

/// <summary>A PLC below the table.</summary>
/// <param name="State">Running, Connecting, …</param>
/// <param name="CpuState">RUN, STOP; empty: unknown.</param>
/// <param name="LastError">Why it is not connected; empty while it is.</param>
/// <param name="Scans">Its scan classes.</param>
internal sealed record WatchPlc(string Name, string State, string CpuState, string LastError, IReadOnlyList<WatchScan> Scans)
{
    public static WatchPlc From(string name, PlcStatus status) =>
        new(
            name,
            status.State.ToString(),
            status.CpuState,
            status.Connected && !status.RefusesAll ? "" : status.LastError,
            [.. status.Scans.Select(scan => new WatchScan(scan.Scan, scan.PdusPerCycle, scan.CycleTime.TotalMilliseconds, scan.Overruns))]
        );
}

/// <summary>A scan class: PDUs per cycle, duration of the last cycle, skipped cycles.</summary>
internal sealed record WatchScan(string Name, int Pdus, double CycleMs, long Overruns);
