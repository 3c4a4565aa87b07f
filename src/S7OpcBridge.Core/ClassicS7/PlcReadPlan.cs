using System.Collections.Immutable;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>
/// Plans all scan classes of one PLC together, so that requests of faster classes also carry tags of slower ones. Running sessions and the <c>plan</c> command
/// both use it.
/// </summary>
public static class PlcReadPlan
{
    /// <summary>
    /// Plans the classes. Only classes that are polled at a fixed rate share requests. Demand and on-command classes are always planned alone.
    /// </summary>
    /// <param name="scans">The scan classes of a PLC.</param>
    /// <param name="ranges">The ranges of each class, in the same order.</param>
    /// <param name="options">Limits that the plans must keep.</param>
    /// <returns>One plan per class, in the order of <paramref name="scans"/>; <see cref="ClassSlot.Class"/> is an index in the same order.</returns>
    /// <exception cref="ArgumentException">As for <see cref="ReadPlanner.Plan(ReadOnlySpan{PlanRange}, PlanOptions)"/>.</exception>
    public static ImmutableArray<ClassPlan> Plan(IReadOnlyList<ScanGroup> scans, IReadOnlyList<PlanRange[]> ranges, PlanOptions options)
    {
        var plans = new ClassPlan[scans.Count];
        var together = Enumerable
            .Range(0, scans.Count)
            .Where(i => scans[i].Mode == ScanMode.AtRate)
            .OrderBy(i => scans[i].Interval)
            .ToArray();
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
                plans[chosen[i]] = planned[i] with
                {
                    Slots = [.. planned[i].Slots.Select(slot => slot with { Class = chosen[slot.Class] })],
                };
        }
    }
}
