using S7OpcBridge.Core.Links;

namespace S7OpcBridge.Core.Reading;

/// <summary>
/// The plans of all classes of one connection, where requests of a faster class may carry tags of a slower one. Plans are made together on another thread and
/// replaced one by one as cycles end. The cycle of a class whose tags others carry ends when its own jobs are answered and each carrying class has completed a
/// cycle that began no earlier.
/// </summary>
internal sealed class PiggybackPlans(
    ScanClass[] classes,
    TagSlot[] slots,
    LinkPlanner link,
    Func<int> itemCap,
    PlanMaker maker,
    PlanImprovement improvement
)
{
    private readonly PiggybackGroups _groups = new(classes.Length);
    private int _itemCap;

    /// <summary>The planner with the current item limit.</summary>
    public LinkPlanner Planner => link with { ItemCap = itemCap() };

    /// <summary>Starts planning for a new connection. <see cref="Renew"/> returns true when every class has its next plan.</summary>
    public void Begin()
    {
        foreach (var scan in classes)
        {
            scan.Forget();
            scan.NeedsPlan = true;
        }
        Renew();
    }

    /// <summary>Continues with plans that a reload has made.</summary>
    public void Continue()
    {
        _itemCap = itemCap();
        for (var i = 0; i < classes.Length; i++)
        {
            foreach (var host in classes[i].Plan.Hosts)
                _groups.Join(i, host);
        }
    }

    /// <summary>
    /// Takes finished plans and starts making others where needed: for a class and its group, or for all classes where the item limit was lowered. A class
    /// whose new plan would read the same keeps its plan. Returns true where no plan is being made.
    /// </summary>
    public bool Renew()
    {
        if (maker.IsBusy && maker.TryTake(out var made, out var plans))
            Take(made, plans);
        if (!maker.IsBusy && NeedsPlan())
            Make();
        if (improvement.TryTake(out var better))
            TakeBetter(better);
        else if (!maker.IsBusy && !improvement.IsSought && Array.TrueForAll(classes, static scan => scan.NextPlan is null))
            improvement.Begin(Array.ConvertAll(classes, static scan => scan.Plan), slots, Planner);
        return !maker.IsBusy;
    }

    /// <summary>Called when the lane ends, or goes on with other tags.</summary>
    public void End() => improvement.Stop();

    /// <summary>True: the plan of the class is about to be replaced. Refusals on the old plan are already handled or will occur again.</summary>
    public bool IsAwaited(ScanClass scan) => scan.NextPlan is not null || maker.IsMaking(Array.IndexOf(classes, scan));

    /// <summary>Where a class is to run an extra cycle, requests one of the classes that carry its tags, too.</summary>
    public void AskHosts()
    {
        foreach (var scan in classes)
        {
            if (!scan.IsPollAsked || scan.Cycle.IsWhole)
                continue;
            foreach (var host in scan.Plan.Hosts)
                classes[host].AskPoll();
        }
    }

    /// <summary>The class whose requests carry a tag now.</summary>
    public ScanClass CarrierOf(ScanClass home, int slot)
    {
        if (home.Plan.Carries(slot))
            return home;
        foreach (var host in home.Plan.Hosts)
        {
            if (classes[host].Plan.Carries(slot))
                return classes[host];
        }
        return home;
    }

    /// <summary>Requests that the classes with a rate want to send per second.</summary>
    public double RequestsPerSecond =>
        classes
            .Where(static scan => scan.Group.Mode == ScanMode.AtRate)
            .Sum(static scan => scan.Plan.SentJobs / scan.Group.Interval.TotalSeconds);

    /// <summary>Number of jobs to be answered before the class is confirmed, including those of carrying classes.</summary>
    public int JobsOf(ScanClass scan)
    {
        var jobs = scan.Plan.JobCount;
        foreach (var host in scan.Plan.Hosts)
            jobs += classes[host].Plan.JobCount;
        return jobs;
    }

    /// <summary>True: the cycle has brought all its tags, including those that other classes carry.</summary>
    public bool HasPlayed(ScanClass scan)
    {
        if (!scan.Cycle.IsPlayed)
            return false;
        if (scan.Cycle.IsWhole)
        {
            foreach (var host in scan.Plan.Hosts)
            {
                if (classes[host].Cycle.Played < scan.Cycle.WholeSince)
                    return false;
            }
        }
        return true;
    }

    /// <summary>True: the last whole cycle confirms every tag of the class.</summary>
    public bool IsConfirmed(ScanClass scan)
    {
        if (scan.Cycle is not { IsWhole: true, IsClean: true })
            return false;
        foreach (var host in scan.Plan.Hosts)
        {
            // A carrying class with a pending new plan may no longer carry the tag.
            if (scan.NextPlan is not null || classes[host].Cycle.PlayedClean < scan.Cycle.WholeSince)
                return false;
        }
        return true;
    }

    private void Make()
    {
        var concerned = new List<int>();
        for (var i = 0; i < classes.Length; i++)
        {
            if (_itemCap != itemCap() || HasGroupThatNeedsPlan(i))
                concerned.Add(i);
        }
        _itemCap = itemCap();
        foreach (var i in concerned)
            (classes[i].MustLay, classes[i].NeedsPlan) = (classes[i].NeedsPlan, false);
        improvement.Stop();
        maker.Begin([.. concerned], slots, link with { ItemCap = _itemCap });
    }

    private void TakeBetter(ScanPlan[] plans)
    {
        for (var i = 0; i < plans.Length; i++)
        {
            classes[i].NextPlan = plans[i].IsSameAs(classes[i].Plan) ? null : plans[i];
            foreach (var host in plans[i].Hosts)
                _groups.Join(i, host);
        }
    }

    private void Take(int[] made, ScanPlan[] plans)
    {
        for (var i = 0; i < made.Length; i++)
        {
            var scan = classes[made[i]];
            scan.NextPlan = scan.MustLay || !plans[i].IsSameAs(scan.Plan) ? plans[i] : null;
            foreach (var host in plans[i].Hosts)
                _groups.Join(made[i], host);
        }
    }

    private bool HasGroupThatNeedsPlan(int scan)
    {
        for (var i = 0; i < classes.Length; i++)
        {
            if (classes[i].NeedsPlan && _groups.AreTogether(i, scan))
                return true;
        }
        return false;
    }

    private bool NeedsPlan()
    {
        foreach (var scan in classes)
        {
            if (scan.NeedsPlan)
                return true;
        }
        return false;
    }
}
