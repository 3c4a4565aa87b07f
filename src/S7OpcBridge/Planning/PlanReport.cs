using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Planning;

/// <summary>The read plans of a map without a connection, as <c>plan</c> prints them.</summary>
internal sealed record PlanReport(ImmutableArray<PlcPlan> Plcs)
{
    /// <summary>Plans every PLC.</summary>
    /// <param name="pduSize">PDU size in bytes; null: the one expected from the family and the map.</param>
    /// <param name="maxItems">Maximum items per request; null: that of the profile and the map.</param>
    public static PlanReport For(BridgeMap map, int? pduSize, int? maxItems)
    {
        var plcs = ImmutableArray.CreateBuilder<PlcPlan>();
        foreach (var plc in map.Tags.Plcs)
            plcs.Add(ForPlc(map, plc, pduSize, maxItems));
        return new PlanReport(plcs.ToImmutable());
    }

    /// <summary>Plans one PLC of the map.</summary>
    public static PlcPlan ForPlc(BridgeMap map, PlcDefinition plc, int? pduSize, int? maxItems = null)
    {
        if (plc.IsS7Plus)
        {
            var most = Math.Min(maxItems ?? plc.MaxItems, SymbolScan.ItemsOf(map.Profiles[plc.Index]));
            return new PlcPlan(plc, map.Profiles[plc.Index], SymbolScan.RequestBytes, most, [])
            {
                SymbolScans = SymbolScan.ListFor(map.Tags, plc, most),
            };
        }
        var pdu = pduSize ?? ExpectedPdu(plc, map.Profiles[plc.Index]);
        return PlcPlan.For(map.Tags, plc, map.Profiles[plc.Index], pdu, maxItems ?? plc.MaxItems) with { Snapshots = map.Snapshots };
    }

    // The PDU size that the family grants for the requested one.
    private static int ExpectedPdu(PlcDefinition plc, string profile) =>
        Math.Min(plc.Connection.PduSize, CpuBehaviors.Find(profile)?.PduSize ?? plc.Connection.PduSize);
}

/// <summary>The plans of one PLC.</summary>
/// <param name="Profile">Its profile's name.</param>
/// <param name="PduSize">PDU size of the plan, in bytes.</param>
/// <param name="MaxItems">Items per request at most.</param>
/// <param name="Scans">One per scan class, in the order of the map.</param>
internal sealed record PlcPlan(PlcDefinition Plc, string Profile, int PduSize, int MaxItems, ImmutableArray<ScanReport> Scans)
{
    /// <summary>Names of the map's snapshot groups by their numbers.</summary>
    public IReadOnlyList<string> Snapshots { get; init; } = [];

    /// <summary>The scan classes of a PLC with <c>protocol: s7plus</c>, in the order of the map; empty for classic S7.</summary>
    public ImmutableArray<SymbolScan> SymbolScans { get; init; } = [];

    /// <summary>What was measured; null where the plan was not tried.</summary>
    public LivePlc? Live { get; init; }

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
    public double BusyShare => Scans.Where(s => s.Scan.Mode == ScanMode.AtRate).Sum(s => PlanWarnings.CycleTime(this, s) / s.Scan.Interval);

    /// <summary>Requests per second of the plan, with every class polled.</summary>
    public double RequestsPerSecond =>
        Scans.Where(s => s.Scan.Mode == ScanMode.AtRate).Sum(s => s.Plan.Requests.Length / s.Scan.Interval.TotalSeconds)
        + SymbolScans.Where(s => s.Scan.Mode == ScanMode.AtRate).Sum(s => s.Requests / s.Scan.Interval.TotalSeconds);
}
