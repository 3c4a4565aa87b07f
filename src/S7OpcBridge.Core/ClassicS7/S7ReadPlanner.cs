using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>Plans for classic S7.</summary>
/// <param name="Options">The limits of the connection and the map; <see cref="LinkPlanner.ItemCap"/> replaces their item limit.</param>
internal sealed record S7ReadPlanner(PlanOptions Options) : LinkPlanner(Options.MaxItems)
{
    public static S7ReadPlanner For(PlcDefinition plc, int pduSize) =>
        new(new PlanOptions(pduSize, plc.MaxItems) { ConsistentBytes = plc.ConsistentBytes, Prices = plc.Prices });

    public override ScanPlan[] Plan(ClassSpan[] all, int[] chosen, TagSlot[] slots) =>
        ScanPlanBuilder.Build(all, chosen, slots, Options with { MaxItems = ItemCap });

    public override int GroupOf(TagMap map, Tag tag) => TagRanges.RangeOf(map, tag, Options.PduSize).Snapshot;
}
