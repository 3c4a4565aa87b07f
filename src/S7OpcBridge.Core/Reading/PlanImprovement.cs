using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;

namespace S7OpcBridge.Core.Reading;

/// <summary>
/// Searches for plans with fewer requests while the classes are read by the present ones. Belongs to the read lane; the search itself runs elsewhere, on a copy
/// of the slots, and wakes the lane when it has found some.
/// </summary>
/// <param name="spans">All classes of the PLC.</param>
/// <param name="context">The PLC; its turns for searches are shared by all PLCs.</param>
/// <param name="found">What earlier connections found.</param>
internal sealed class PlanImprovement(ClassSpan[] spans, PlcContext context, FoundPlans found)
{
    private Search? _search;

    /// <summary>True: a search for the present plans has begun, or none is needed.</summary>
    public bool IsSought { get; private set; }

    /// <summary>Begins to search, unless the plans are known to be the shortest ones.</summary>
    /// <param name="present">The plans in use, one per class.</param>
    /// <param name="slots">The current slots of all classes.</param>
    /// <param name="planner">The planner with the limits of the link.</param>
    public void Begin(ScanPlan[] present, TagSlot[] slots, LinkPlanner planner)
    {
        IsSought = true;
        if (context.Searches is not { } searches || Array.TrueForAll(present, static plan => plan.IsShortest))
            return;
        var search = new Search(Array.ConvertAll(present, static plan => plan.JobCount), (TagSlot[])slots.Clone(), planner);
        _search = search;
        _ = searches.RunAsync(() => Run(search), search.Stop.Token);
    }

    /// <summary>The plans change, or the lane ends: what is being searched is not wanted any more.</summary>
    public void Stop()
    {
        IsSought = false;
        _search?.Stop.Cancel();
        _search = null;
    }

    /// <summary>Returns better plans once, one per class.</summary>
    public bool TryTake(out ScanPlan[] plans)
    {
        plans = [];
        if (_search is not { } search || Volatile.Read(ref search.Better) is not { } better)
            return false;
        (_search, plans) = (null, better);
        if (!search.WasKnown)
            PlcLog.PlanImproved(context.Log, context.Plc.Name, search.Jobs.Sum(), better.Sum(static plan => plan.JobCount));
        return true;
    }

    private void Run(Search search)
    {
        var began = context.Time.GetTimestamp();
        try
        {
            var key = FoundPlans.KeyOf(spans, search.Slots);
            search.WasKnown = found.TryGet(search.Planner, key, out var plans);
            if (!search.WasKnown)
            {
                if (found.Left == TimeSpan.Zero)
                    return;
                using var timeIsUp = new CancellationTokenSource(found.Left, context.Time);
                plans = search.Planner.Improve(spans, search.Slots, timeIsUp.Token, search.Stop.Token);
                plans = plans is not null && IsBetter(plans, search.Jobs) ? plans : null;
                found.Remember(search.Planner, key, plans);
                found.Spend(context.Time.GetElapsedTime(began));
            }
            if (plans is null || search.Stop.IsCancellationRequested)
                return;
            Volatile.Write(ref search.Better, plans);
            context.Wakeup.Wake();
        }
        catch (OperationCanceledException)
        {
            found.Spend(context.Time.GetElapsedTime(began));
        }
        catch (Exception e)
        {
            // The present plans stay in use.
            PlcLog.Broken(context.Log, context.Plc.Name, e);
        }
    }

    /// <summary>Fewer requests in all, and no class has more: a class may be read many times as often as another one.</summary>
    private static bool IsBetter(ScanPlan[] plans, int[] jobs)
    {
        var isBetter = false;
        for (var i = 0; i < plans.Length; i++)
        {
            if (plans[i].JobCount > jobs[i])
                return false;
            isBetter |= plans[i].JobCount < jobs[i];
        }
        return isBetter;
    }

    private sealed class Search(int[] jobs, TagSlot[] slots, LinkPlanner planner)
    {
        public ScanPlan[]? Better;

        /// <summary>True: an earlier connection has found the plans, and the log has them.</summary>
        public bool WasKnown { get; set; }

        public int[] Jobs => jobs;

        public TagSlot[] Slots => slots;

        public LinkPlanner Planner => planner;

        public CancellationTokenSource Stop { get; } = new();
    }
}
