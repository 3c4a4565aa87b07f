using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>
/// Finds out which tags the PLC refuses, so that none harms its neighbours. A refused item becomes single tags in the next plan (suspects); who is refused alone is
/// taken out, the others are merged again, more carefully. A job refused as a whole is halved until the item to blame stands alone; when none is, the job was too
/// long for the PLC, which is remembered.
/// </summary>
internal sealed class Isolation(PlcSite site, BadTags bad, LoadCeiling ceiling)
{
    private const ushort WrongFrame = 0x8500;

    /// <summary>Items per job that this PLC answers; learned, outlives the link.</summary>
    public int ItemCap { get; private set; } = Math.Min(site.Plc.MaxItems, 255);

    /// <summary>Looks at what a cycle was refused. True: the class needs a new plan and another cycle at once.</summary>
    public async ValueTask<bool> TreatAsync(ScanClass scan, S7Connection connection, CancellationToken cancellationToken)
    {
        var before = bad.Count;
        var replan = CutsLists(scan);
        foreach (var refused in scan.Cycle.RefusedItems)
            replan |= Blame(scan, refused.Item, Refusal.Of(refused.Status));
        foreach (var refused in scan.Cycle.RefusedJobs)
        {
            var refusal = Refusal.Of(refused.Error);
            if (refusal.IsAboutItems)
                replan |= await HalveAsync(scan, refused.Job, refusal, connection, cancellationToken).ConfigureAwait(false);
            else
                Short(refused.Error);
        }
        if (scan.Cycle.IsClean)
            replan |= Acquit(scan, before);
        if (bad.Count > before)
            Tell(before);
        return replan;
    }

    // Some peers answer the first items of a long list and keep quiet about the rest (the Snap7 server stops at 20).
    private bool CutsLists(ScanClass scan)
    {
        var cap = ItemCap;
        foreach (var job in scan.Plan.Jobs)
        {
            if (job.AnsweredItems > 0 && job.AnsweredItems < job.Count)
                cap = Math.Min(cap, job.AnsweredItems);
        }
        if (cap == ItemCap)
            return false;
        ItemCap = cap;
        PlcLog.ItemCapLearned(site.Log, site.Plc.Name, cap);
        return true;
    }

    private bool Blame(ScanClass scan, int item, Refusal refusal)
    {
        var culprit = scan.Plan.IsOneCulprit(item, scan.Slots);
        foreach (var slot in scan.Plan.EntriesOf(item))
        {
            if (!culprit)
                scan.Slots[slot].Suspect = true;
            else if (scan.Slots[slot] is { Refused: false, Held: false })
            {
                scan.Refuse(slot, refusal.Quality);
                bad.Add(new BadTag(scan, slot, refusal));
            }
        }
        return true;
    }

    // With the culprit out, the others may be merged as before. Where nobody is to blame, it was a byte between them that no tag asked for.
    private bool Acquit(ScanClass scan, int culpritsFrom)
    {
        foreach (var index in scan.Plan.Suspects)
        {
            ref var slot = ref scan.Slots[index];
            if (!slot.Suspect)
                continue;
            slot.Suspect = false;
            if (!HasCulprit(slot.Range, culpritsFrom))
                slot.Care = slot.Care == SlotCare.Merged ? SlotCare.Exact : SlotCare.Alone;
        }
        return scan.Plan.Suspects.Length > 0;
    }

    private bool HasCulprit(S7Range range, int from)
    {
        for (var i = from; i < bad.Count; i++)
        {
            var culprit = bad[i].Scan.Slots[bad[i].Slot].Range;
            if (culprit.Area == range.Area && culprit.Db == range.Db)
                return true;
        }
        return false;
    }

    private async ValueTask<bool> HalveAsync(ScanClass scan, int job, Refusal refusal, S7Connection connection, CancellationToken cancellationToken)
    {
        var first = scan.Plan.FirstItems[job];
        var blamed = false;
        var parts = new Stack<(int First, int Count)>();
        Split((first, scan.Plan.FirstItems[job + 1] - first), refusal);
        while (parts.TryPop(out var part))
        {
            if (await RefusalOfAsync(scan.Plan, part, connection, cancellationToken).ConfigureAwait(false) is { } again)
                Split(part, again);
        }
        return blamed || (refusal.Code == WrongFrame && AskForLess(scan.Plan.Jobs[job].Count));

        void Split((int First, int Count) part, Refusal why)
        {
            if (part.Count == 1)
            {
                blamed |= Blame(scan, part.First, why);
                return;
            }
            var half = part.Count / 2;
            parts.Push((part.First + half, part.Count - half));
            parts.Push((part.First, half));
        }
    }

    private async ValueTask<Refusal?> RefusalOfAsync(ScanPlan plan, (int First, int Count) part, S7Connection connection, CancellationToken cancellationToken)
    {
        var ranges = Array.ConvertAll(plan.Items[part.First..(part.First + part.Count)], static item => item.Range);
        try
        {
            ceiling.Charge();
            await connection.ReadAsync(new S7ReadJob(ranges), cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (S7RefusedException e)
        {
            return Refusal.Of(e);
        }
    }

    private bool AskForLess(int items)
    {
        if (items < 2)
            return false;
        ItemCap = Math.Min(ItemCap, (items + 1) / 2);
        PlcLog.ItemCapHalved(site.Log, site.Plc.Name, items, ItemCap);
        return true;
    }

    private void Short(S7RefusedException error)
    {
        if (site.Board.Status.LastError != error.Message)
            PlcLog.JobRefused(site.Log, site.Plc.Name, error.Message);
        site.Board.Error(error.Message);
    }

    private void Tell(int from)
    {
        const int told = 5;
        for (var i = from; i < bad.Count && i < from + told; i++)
            PlcLog.BadTag(site.Log, bad.Sentence(bad[i]));
        if (bad.Count > from + told)
            PlcLog.MoreBadTags(site.Log, site.Plc.Name, bad.Count - from - told);
        site.Board.Error(bad.Sentence(bad[bad.Count - 1]));
        bad.Publish();
    }
}
