using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Reading;

namespace S7OpcBridge.Core.Quality;

/// <summary>
/// Finds the tags that the PLC refuses and takes them out of the plan, so that the others are read. The tags of a refused item are read alone in the next plan.
/// A tag that is refused alone is taken out; the others are merged again, with fewer gaps. A job that is refused as a whole is halved down to one item; where
/// no single item is refused, the job was too long, and the limit of items per job is lowered.
/// </summary>
internal sealed class Isolation(PlcContext context, BadTagList bad)
{
    /// <summary>Most items per job that this PLC answers; learned, kept for later connections.</summary>
    public int ItemCap { get; private set; } = Math.Min(context.Plc.MaxItems, 255);

    /// <summary>Handles the refusals of a cycle. Returns true where the class needs a new plan and another cycle at once.</summary>
    /// <param name="scan">The class whose cycle has refusals.</param>
    /// <param name="link">The connection.</param>
    /// <param name="between">Called after each job that this takes.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public async ValueTask<bool> IsolateAsync(
        ScanClass scan,
        PlcLink link,
        Func<CancellationToken, ValueTask> between,
        CancellationToken cancellationToken
    )
    {
        var before = bad.Count;
        var replan = LearnItemCap(scan);
        foreach (var refused in scan.Cycle.RefusedItems)
            replan |= MarkRefused(scan, refused.Item, refused.Refusal);
        foreach (var refused in scan.Cycle.RefusedJobs)
        {
            if (refused.Refusal.IsAboutItems)
                replan |= await HalveAsync(scan, refused.Job, refused.Refusal, link, between, cancellationToken).ConfigureAwait(false);
            else
                ReportShortage(refused.Refusal);
        }
        if (scan.Cycle.IsClean)
            replan |= ClearSuspects(scan, before);
        if (bad.Count > before)
            bad.Tell([.. Enumerable.Range(before, bad.Count - before).Select(index => bad.Sentence(bad[index]))]);
        return replan;
    }

    // Some servers answer only the first items of a long job (Snap7's server stops at 20).
    private bool LearnItemCap(ScanClass scan)
    {
        var cap = ItemCap;
        for (var job = 0; job < scan.Plan.JobCount; job++)
        {
            if (scan.Plan.LastAnswerOf(job) is { Answered: > 0 } last && last.Answered < last.Asked)
                cap = Math.Min(cap, last.Answered);
        }
        if (cap == ItemCap)
            return false;
        ItemCap = cap;
        PlcLog.ItemCapLearned(context.Log, context.Plc.Name, cap);
        return true;
    }

    private bool MarkRefused(ScanClass scan, int item, Refusal refusal)
    {
        var isOneTag = scan.Plan.IsOneTag(item, scan.Slots);
        foreach (var slot in scan.Plan.EntriesOf(item))
        {
            if (!isOneTag)
                scan.Slots[slot].Suspect = true;
            else if (scan.Slots[slot] is { Refused: false, Held: false })
            {
                scan.Refuse(slot, refusal.Quality);
                bad.Add(new BadTag(scan, slot, refusal));
            }
        }
        return true;
    }

    // Without the refused tag the others may be merged as before. Where no tag was refused, the refusal concerned a gap byte between them.
    private bool ClearSuspects(ScanClass scan, int refusedFrom)
    {
        foreach (var index in scan.Plan.Suspects)
        {
            ref var slot = ref scan.Slots[index];
            if (!slot.Suspect)
                continue;
            slot.Suspect = false;
            if (!HasRefused(slot.Block, refusedFrom))
                slot.Care = slot.Care == SlotMerging.Merged ? SlotMerging.Exact : SlotMerging.Alone;
        }
        return scan.Plan.Suspects.Length > 0;
    }

    private bool HasRefused(int block, int from)
    {
        for (var i = from; i < bad.Count; i++)
        {
            if (bad[i].Scan.Slots[bad[i].Slot].Block == block)
                return true;
        }
        return false;
    }

    private async ValueTask<bool> HalveAsync(
        ScanClass scan,
        int job,
        Refusal refusal,
        PlcLink link,
        Func<CancellationToken, ValueTask> between,
        CancellationToken cancellationToken
    )
    {
        var first = scan.Plan.FirstItems[job];
        var marked = false;
        var parts = new Stack<(int First, int Count)>();
        Split((first, scan.Plan.FirstItems[job + 1] - first), refusal);
        while (parts.TryPop(out var part))
        {
            if (await link.TryReadAsync(scan.Plan, part.First, part.Count, cancellationToken).ConfigureAwait(false) is { } again)
                Split(part, again);
            await between(cancellationToken).ConfigureAwait(false);
        }
        return marked || (refusal.IsAboutLength && AskForLess(scan.Plan.LastAnswerOf(job).Asked));

        void Split((int First, int Count) part, Refusal why)
        {
            if (part.Count == 1)
            {
                marked |= MarkRefused(scan, part.First, why);
                return;
            }
            var half = part.Count / 2;
            parts.Push((part.First + half, part.Count - half));
            parts.Push((part.First, half));
        }
    }

    private bool AskForLess(int items)
    {
        if (items < 2)
            return false;
        ItemCap = Math.Min(ItemCap, (items + 1) / 2);
        PlcLog.ItemCapHalved(context.Log, context.Plc.Name, items, ItemCap);
        return true;
    }

    private void ReportShortage(Refusal refusal)
    {
        if (context.StatusStore.Status.LastError != refusal.Sentence)
            PlcLog.JobRefused(context.Log, context.Plc.Name, refusal.Sentence);
        context.StatusStore.Error(refusal.Sentence);
    }
}
