using S7OpcBridge.Core.Links;

namespace S7OpcBridge.Core.Reading;

/// <summary>
/// The plans of all classes of one connection, where requests of a faster class may carry tags of a slower one. They are made together on another thread and
/// laid one by one as cycles end. A cycle of a class that others carry tags for is over when its own jobs are answered and each carrying class has completed a
/// cycle that began no earlier.
/// </summary>
internal sealed class PiggybackPlans(ScanClass[] classes, TagSlot[] slots, LinkPlanner link, Func<int> itemCap, PlanMaker maker)
{
    private readonly PiggybackGroups _groups = new(classes.Length);
    private int _itemCap;

    /// <summary>What a plan made now keeps to.</summary>
    public LinkPlanner Planner => link with { ItemCap = itemCap() };

    /// <summary>Begins to plan a new connection. <see cref="Renew"/> says when every class has its next plan.</summary>
    public void Begin()
    {
        foreach (var scan in classes)
        {
            scan.Forget();
            scan.NeedsPlan = true;
        }
        Renew();
    }

    /// <summary>Goes on with the plans that are laid: a reload made them.</summary>
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
    /// Takes plans that were made meanwhile, and begins to make others where a class needs one: for it and its group, or for all where the PLC turned out to
    /// take shorter jobs. Who would be asked for the same as now keeps its plan. True: nothing is being made.
    /// </summary>
    public bool Renew()
    {
        if (maker.IsBusy && maker.TryTake(out var made, out var plans))
            Take(made, plans);
        if (!maker.IsBusy && NeedsPlan())
            Make();
        return !maker.IsBusy;
    }

    /// <summary>True: the class plays a plan that is about to be replaced; what is refused now has been seen, or will be seen again.</summary>
    public bool IsAwaited(ScanClass scan) => scan.NextPlan is not null || maker.IsMaking(Array.IndexOf(classes, scan));

    /// <summary>Who is asked for a cycle out of turn needs one of its hosts, too.</summary>
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

    /// <summary>Jobs that must be answered before the class is confirmed, those of its hosts included.</summary>
    public int JobsOf(ScanClass scan)
    {
        var jobs = scan.Plan.JobCount;
        foreach (var host in scan.Plan.Hosts)
            jobs += classes[host].Plan.JobCount;
        return jobs;
    }

    /// <summary>True: the cycle has brought all that it was begun for, tags carried by other classes included.</summary>
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

    /// <summary>True: the whole cycle that was played confirms every tag of the class.</summary>
    public bool IsConfirmed(ScanClass scan)
    {
        if (scan.Cycle is not { IsWhole: true, IsClean: true })
            return false;
        foreach (var host in scan.Plan.Hosts)
        {
            // A host that has another plan coming may no longer carry the tag.
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
        maker.Begin([.. concerned], slots, link with { ItemCap = _itemCap });
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
