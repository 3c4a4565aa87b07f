using System.Collections.Immutable;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>The plans of one PLC.</summary>
/// <param name="Profile">Its profile's name.</param>
/// <param name="PduSize">PDU size of the plan, in bytes.</param>
/// <param name="MaxItems">Items per request at most.</param>
/// <param name="Scans">One per scan class, in the order of the map.</param>
public sealed record PlcPlan(PlcDefinition Plc, string Profile, int PduSize, int MaxItems, ImmutableArray<ScanReport> Scans)
{
    /// <summary>Names of the map's snapshot groups by their numbers.</summary>
    public IReadOnlyList<string> Snapshots { get; init; } = [];

    /// <summary>The scan classes of a PLC with <c>protocol: s7plus</c>, in the order of the map; empty for classic S7.</summary>
    public ImmutableArray<SymbolScan> SymbolScans { get; init; } = [];

    /// <summary>What was measured; null where the plan was not tried.</summary>
    public LivePlc? Live { get; init; }

    /// <summary>Plans a PLC with classic S7.</summary>
    public static PlcPlan For(TagMap map, PlcDefinition plc, string profile, int pduSize, int maxItems)
    {
        // No more items than fit into a request: a header of 12 bytes, and 12 bytes per item.
        var items = Math.Clamp(maxItems, 1, (pduSize - 12) / 12);
        var scans = ScanReport.ListFor(
            map,
            [.. map.ScanGroups.Where(scan => scan.Plc == plc.Index)],
            new PlanOptions(pduSize, items) { ConsistentBytes = plc.ConsistentBytes, Prices = plc.Prices }
        );
        return new PlcPlan(plc, profile, pduSize, items, scans);
    }

    /// <summary>The PLC planned again with the negotiated PDU.</summary>
    public PlcPlan WithPdu(TagMap map, int pduSize) =>
        pduSize == PduSize ? this : For(map, Plc, Profile, pduSize, Plc.MaxItems) with { Snapshots = Snapshots };

    /// <summary>Share of time for which the plan keeps the CPU busy, estimated from the costs of its family; above 1: more than the CPU can do.</summary>
    public double BusyShare => Scans.Where(s => s.Scan.Mode == ScanMode.AtRate).Sum(s => CycleTime(s) / s.Scan.Interval);

    /// <summary>Requests per second of the plan, with every class polled.</summary>
    public double RequestsPerSecond =>
        Scans.Where(s => s.Scan.Mode == ScanMode.AtRate).Sum(s => s.Plan.Requests.Length / s.Scan.Interval.TotalSeconds)
        + SymbolScans.Where(s => s.Scan.Mode == ScanMode.AtRate).Sum(s => s.Requests / s.Scan.Interval.TotalSeconds);

    /// <summary>Estimated cycle time from the costs of the family, to a tenth of a millisecond.</summary>
    public TimeSpan CycleTime(ScanReport scan) => TimeSpan.FromMilliseconds(Math.Round(Plc.Prices.CycleOf(scan.Plan).TotalMilliseconds, 1));
}
