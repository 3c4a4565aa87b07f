using System.Collections.Immutable;
using S7OpcBridge.S7.Planning;
using S7OpcBridge.S7.Planning.Bounding;
using S7OpcBridge.S7.Planning.Filling;
using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;
using S7OpcBridge.S7.Types;

namespace S7OpcBridge.S7;

/// <summary>Packs ranges into requests. Deterministic: the same set of ranges gives the same plan in any order.</summary>
public static class ReadPlanner
{
    /// <summary>Plans the ranges.</summary>
    /// <param name="ranges">The ranges; they may overlap and repeat.</param>
    /// <param name="pduSize">Negotiated PDU size in bytes, at least 112.</param>
    /// <param name="maxItems">Most items per request, 1–255.</param>
    /// <exception cref="ArgumentException">A range has no area or no length, or exceeds its area; or PDU size or item limit are out of range.</exception>
    public static ReadPlan Plan(ReadOnlySpan<PlanRange> ranges, int pduSize, int maxItems) =>
        Plan(ranges, new PlanOptions(pduSize, maxItems));

    /// <summary>Plans the ranges.</summary>
    /// <param name="ranges">The ranges; they may overlap and repeat.</param>
    /// <param name="options">Limits for the plan.</param>
    /// <exception cref="ArgumentException">A range has no area or no length, or exceeds its area; or PDU size or item limit are out of range.</exception>
    public static ReadPlan Plan(ReadOnlySpan<PlanRange> ranges, PlanOptions options) => Plan(ranges, options, enough: 0);

    /// <summary>Plans the ranges; the search ends at a plan of at most <paramref name="enough"/> requests.</summary>
    internal static ReadPlan Plan(ReadOnlySpan<PlanRange> ranges, PlanOptions options, int enough)
    {
        var budget = new PduBudget(options.PduSize, options.MaxItems);
        foreach (var range in ranges)
            Check(range.Range);
        var map = AtomBuilder.BuildForBound(ranges, budget);
        var lowerBound = LowerBound(map, budget, out var price);
        // Snapshot groups and conflicting ranges only restrict plans, so a bound without them is valid, too.
        if (HasSnapshots(ranges) || Array.Exists(map.Length, length => length > budget.LongestItem))
            map = AtomBuilder.Build(ranges, budget, options.ConsistentBytes);
        var units = SnapshotUnit.Build(ranges, map, budget);
        var draft = PlanSearch.Run(map, budget, units, Math.Max(lowerBound, enough), lowerBound, options.Prices, price);
        var plan = PlanWriter.Write(draft, map, budget, options.MaxItems, lowerBound);
        return plan with { Snapshots = Review(ranges, plan) };
    }

    /// <summary>The lower bound for atoms of <see cref="AtomBuilder.BuildForBound"/>, and the item price that gives the highest one.</summary>
    internal static int LowerBound(AtomList map, PduBudget budget, out int price) =>
        Math.Max(PriceBound.Compute(map, budget, out price), PackingBound.Compute(map, budget));

    private static bool HasSnapshots(ReadOnlySpan<PlanRange> ranges)
    {
        foreach (var range in ranges)
        {
            if (range.Snapshot > 0)
                return true;
        }
        return false;
    }

    private static ImmutableArray<PlanSnapshot> Review(ReadOnlySpan<PlanRange> ranges, ReadPlan plan)
    {
        var groups = new SortedDictionary<int, (PlanSlot First, PlanSnapshot Verdict)>();
        for (var i = 0; i < ranges.Length; i++)
        {
            if (ranges[i].Snapshot <= 0)
                continue;
            var slot = plan.Slots[i];
            if (!groups.TryGetValue(ranges[i].Snapshot, out var group))
                group = (slot, new(ranges[i].Snapshot, OneRequest: true, OneItem: true));
            var oneRequest = group.Verdict.OneRequest && !slot.MayTear && slot.Request == group.First.Request;
            groups[ranges[i].Snapshot] = (
                group.First,
                group.Verdict with
                {
                    OneRequest = oneRequest,
                    OneItem = group.Verdict.OneItem && oneRequest && slot.Item == group.First.Item,
                }
            );
        }
        return [.. groups.Values.Select(group => group.Verdict)];
    }

    private static void Check(S7Range range)
    {
        if (range.Area == S7Area.None || range.Length < 1 || range.Start < 0 || range.End > S7TypeFacts.AreaBytes)
            throw new ArgumentException(
                $"{range} is no range of a PLC: it needs an area, a length of at least 1 and an end of at most "
                    + $"{S7TypeFacts.AreaBytes}."
            );
    }
}
