using S7OpcBridge.Core.Links;

namespace S7OpcBridge.Core.Reading;

/// <summary>
/// The plans of all classes of one connection, where tags of a slower class may ride in requests of a faster one. Plans are made together on another thread and
/// replaced one by one as cycles end. The cycle of a class with such tags ends when its own jobs are answered and each class that it rides with has completed
/// a cycle that began no earlier.
/// </summary>
internal sealed class ScanPlans(ScanClass[] classes, TagSlot[] slots, LinkPlanner link, Func<int> itemCap, PlanMaker maker)
{
    private readonly RideGroups _groups = new(classes.Length);
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
            foreach (var faster in classes[i].Plan.RidesWith)
                _groups.Join(i, faster);
        }
    }

    /// <summary>
    /// Takes finished plans and starts making others where needed: for a class and its group, or for all classes where the item limit was lowered. A class
    /// whose new plan would read the same keeps its plan. Returns true where no plan is being made.
    /// </summary>
    public bool Renew()
    {
        if (maker.IsBusy && maker.TryTake(out var made, out var plans))
            Adopt(made, plans);
        if (!maker.IsBusy && NeedsPlan())
            Make();
        return !maker.IsBusy;
    }

    /// <summary>True: the plan of the class is about to be replaced. Refusals on the old plan are already handled or will occur again.</summary>
    public bool IsAwaited(ScanClass scan) => scan.NextPlan is not null || maker.IsMaking(Array.IndexOf(classes, scan));

    /// <summary>
    /// True: some classes may have their next plan already and others not, so that two of them read the same tag. Their answers are then published one by one:
    /// the batch of a cycle that has lasted for a while would bring back older values than that of another class did.
    /// </summary>
    public bool AreMixed => Array.Exists(classes, static scan => scan.NextPlan is not null);

    /// <summary>Where a class is to run an extra cycle, requests one of the classes that it rides with, too.</summary>
    public void AskFasterPolls()
    {
        foreach (var scan in classes)
        {
            if (!scan.IsPollAsked || scan.Cycle.IsWhole)
                continue;
            foreach (var faster in scan.Plan.RidesWith)
                classes[faster].AskPoll();
        }
    }

    /// <summary>The class whose requests read a tag now.</summary>
    public ScanClass ReaderOf(ScanClass home, int slot)
    {
        if (home.Plan.Reads(slot))
            return home;
        foreach (var faster in home.Plan.RidesWith)
        {
            if (classes[faster].Plan.Reads(slot))
                return classes[faster];
        }
        return home;
    }

    /// <summary>Requests that the classes with a rate want to send per second.</summary>
    public double RequestsPerSecond =>
        classes
            .Where(static scan => scan.Group.Mode == ScanMode.AtRate)
            .Sum(static scan => scan.Plan.SentJobs / scan.Group.Interval.TotalSeconds);

    /// <summary>Number of jobs to be answered before the class is confirmed, including those of the classes that it rides with.</summary>
    public int JobsOf(ScanClass scan)
    {
        var jobs = scan.Plan.JobCount;
        foreach (var faster in scan.Plan.RidesWith)
            jobs += classes[faster].Plan.JobCount;
        return jobs;
    }

    /// <summary>A class whose cycle has all its answers; null: none.</summary>
    public ScanClass? NextComplete()
    {
        foreach (var scan in classes)
        {
            if (IsComplete(scan))
                return scan;
        }
        return null;
    }

    // True: all tags of the class have been read in this cycle, including those that ride with other classes.
    private bool IsComplete(ScanClass scan)
    {
        if (!scan.Cycle.IsComplete)
            return false;
        if (scan.Cycle.IsWhole)
        {
            foreach (var faster in scan.Plan.RidesWith)
            {
                if (classes[faster].Cycle.LastWhole < scan.Cycle.WholeSince)
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
        foreach (var faster in scan.Plan.RidesWith)
        {
            // The next plan may let tags ride elsewhere.
            if (scan.NextPlan is not null || classes[faster].Cycle.LastClean < scan.Cycle.WholeSince)
                return false;
        }
        return true;
    }

    /// <summary>Called when a job of a class was answered: values of its tags, and of those that ride in it, are good from now on.</summary>
    public void BeginAge(ScanClass read, long now)
    {
        foreach (var scan in classes)
        {
            if (scan == read || (scan.WantedInterval > 0 && scan.Plan.RidesWith.AsSpan().Contains(Array.IndexOf(classes, read))))
                scan.Staleness.Begin(now);
        }
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
            (classes[i].MustAdoptNext, classes[i].NeedsPlan) = (classes[i].NeedsPlan, false);
        maker.Begin([.. concerned], slots, link with { ItemCap = _itemCap });
    }

    private void Adopt(int[] made, ScanPlan[] plans)
    {
        for (var i = 0; i < made.Length; i++)
        {
            var scan = classes[made[i]];
            scan.NextPlan = scan.MustAdoptNext || !plans[i].IsSameAs(scan.Plan) ? plans[i] : null;
            foreach (var faster in plans[i].RidesWith)
                _groups.Join(made[i], faster);
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
