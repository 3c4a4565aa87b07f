using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
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
