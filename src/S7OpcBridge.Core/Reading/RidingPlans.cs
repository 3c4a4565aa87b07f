using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>
/// The plans of all classes of one connection: made together, laid one by one as their cycles end. Knows who carries whose tags: a cycle of a class whose tags
/// ride is over when its own jobs are answered and each host has played a cycle that began no earlier, so that riders are confirmed as often as their class asks.
/// </summary>
internal sealed class RidingPlans(ScanClass[] classes, TagSlot[] slots, PlanOptions link, Isolation isolation)
{
    /// <summary>What a plan made now keeps to.</summary>
    public PlanOptions Options => link with { MaxItems = isolation.ItemCap };

    /// <summary>Plans a new connection. Every class has its next plan afterwards.</summary>
    public void Begin()
    {
        foreach (var scan in classes)
        {
            scan.Forget();
            scan.NeedsPlan = true;
        }
        Renew();
    }

    /// <summary>Plans all classes anew where one needs it. Who would be asked for the same as now keeps its plan.</summary>
    public void Renew()
    {
        if (!NeedsPlan())
            return;
        var plans = ScanPlanBuilder.Build(Array.ConvertAll(classes, static scan => scan.Span), slots, Options);
        for (var i = 0; i < classes.Length; i++)
        {
            classes[i].NextPlan = classes[i].NeedsPlan || !plans[i].IsSameAs(classes[i].Plan) ? plans[i] : null;
            classes[i].NeedsPlan = false;
        }
    }

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
        var jobs = scan.Plan.Jobs.Length;
        foreach (var host in scan.Plan.Hosts)
            jobs += classes[host].Plan.Jobs.Length;
        return jobs;
    }

    /// <summary>True: the cycle has brought all that it was begun for, riders included.</summary>
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
