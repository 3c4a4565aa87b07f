using System.Collections.Immutable;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>
/// Plans all scan classes of one PLC together, so that slower classes ride in the requests of faster ones. The one place that decides it: what a running
/// session plays and what is printed without a connection come from here.
/// </summary>
public static class PlcReadPlan
{
    /// <summary>
    /// Plans the classes. Only classes that are polled at their rate carry and ride: what nobody may ask for is never read for nothing, and what
    /// is read on command does not change in between.
    /// </summary>
    /// <param name="scans">The scan classes of a PLC.</param>
    /// <param name="ranges">The ranges of each class, in the same order.</param>
    /// <param name="options">What the plans have to keep to.</param>
    /// <returns>One plan per class, in the order of <paramref name="scans"/>; <see cref="ClassSlot.Class"/> counts in this order, too.</returns>
    /// <exception cref="ArgumentException">As for <see cref="ReadPlanner.Plan(ReadOnlySpan{PlanRange}, PlanOptions)"/>.</exception>
    public static ImmutableArray<ClassPlan> Of(IReadOnlyList<ScanGroup> scans, IReadOnlyList<PlanRange[]> ranges, PlanOptions options)
    {
        var plans = new ClassPlan[scans.Count];
        var together = Enumerable.Range(0, scans.Count).Where(i => scans[i].Mode == ScanMode.AtRate).OrderBy(i => scans[i].Interval).ToArray();
        Plan(together);
        for (var i = 0; i < plans.Length; i++)
        {
            if (scans[i].Mode != ScanMode.AtRate)
                Plan([i]);
        }
        return [.. plans];

        void Plan(int[] chosen)
        {
            var planned = ClassPlans.Plan(Array.ConvertAll(chosen, i => ranges[i]), options).Classes;
            for (var i = 0; i < chosen.Length; i++)
                plans[chosen[i]] = planned[i] with { Slots = [.. planned[i].Slots.Select(slot => slot with { Class = chosen[slot.Class] })] };
        }
    }
}
