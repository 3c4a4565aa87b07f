using System.Collections.Immutable;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core;

/// <summary>
/// Plans all scan classes of one PLC by symbol together, so that requests of faster classes also carry symbols of slower ones. Running sessions and the
/// <c>plan</c> command both use it.
/// </summary>
public static class PlcSymbolPlan
{
    /// <summary>
    /// Plans the classes. Only classes that are polled at a fixed rate share requests. Demand and on-command classes are always planned alone.
    /// </summary>
    /// <param name="scans">The scan classes of a PLC.</param>
    /// <param name="items">The items of each class, in the same order.</param>
    /// <param name="limits">Limits of the CPU.</param>
    /// <returns>One plan per class; <see cref="S7PlusClassItem.Class"/> is an index in the order of <paramref name="scans"/>.</returns>
    public static ImmutableArray<S7PlusClassPlan> Plan(
        IReadOnlyList<ScanGroup> scans,
        IReadOnlyList<S7PlusClassItems> items,
        S7PlusLimits limits
    )
    {
        var plans = new S7PlusClassPlan[scans.Count];
        Plan([.. Enumerable.Range(0, scans.Count).Where(i => scans[i].Mode == ScanMode.AtRate).OrderBy(i => scans[i].Interval)]);
        for (var i = 0; i < plans.Length; i++)
        {
            if (scans[i].Mode != ScanMode.AtRate)
                Plan([i]);
        }
        return [.. plans];

        void Plan(int[] chosen)
        {
            var planned = S7PlusClassPlans.Plan(Array.ConvertAll(chosen, i => items[i]), limits);
            for (var i = 0; i < chosen.Length; i++)
                plans[chosen[i]] = planned[i] with
                {
                    Requests =
                    [
                        .. planned[i]
                            .Requests.Select(request =>
                                request.Select(item => item with { Class = chosen[item.Class] }).ToImmutableArray()
                            ),
                    ],
                };
        }
    }
}
