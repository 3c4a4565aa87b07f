using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>
/// Turns the tags of a PLC into one <see cref="S7ScanPlan"/> per scan class: healthy tags of all classes through the planner, which lets them ride with each
/// other, careful ones and suspects as exact items of their own class behind them.
/// </summary>
internal static class ScanPlanBuilder
{
    // So many requests of suspects at most join one plan: a missing block with thousands of tags must not hold up the other classes.
    private const int SuspectRequests = 8;

    /// <summary>Plans some classes together.</summary>
    /// <param name="all">The classes of a PLC.</param>
    /// <param name="chosen">The places of those to plan.</param>
    /// <param name="slots">The slots of all classes.</param>
    /// <param name="options">What the link and the PLC take.</param>
    /// <returns>One plan per chosen class, in their order; its hosts are places among all classes.</returns>
    public static S7ScanPlan[] Build(ClassSpan[] all, int[] chosen, TagSlot[] slots, PlanOptions options)
    {
        var classes = Array.ConvertAll(chosen, place => all[place]);
        var merged = Array.ConvertAll(classes, span => Pick(slots, span, static slot => slot.Care == SlotCare.Merged && !slot.Suspect));
        var planned = PlcReadPlan.Of(Array.ConvertAll(classes, span => span.Scan), Array.ConvertAll(merged, chosen => RangesOf(slots, chosen)), options);
        var drafts = Array.ConvertAll(classes, _ => new ScanPlanDraft(slots.Length));
        for (var i = 0; i < classes.Length; i++)
            drafts[i].Add(planned[i].Plan);
        for (var i = 0; i < classes.Length; i++)
        {
            for (var at = 0; at < merged[i].Length; at++)
            {
                var (carrier, place) = planned[i].Slots[at];
                drafts[carrier].Place(merged[i][at], place, imageStart: 0);
                if (carrier != i)
                    drafts[i].IsCarriedBy(chosen[carrier]);
            }
            AddCareful(classes[i], slots, options, drafts[i]);
        }
        return Array.ConvertAll(drafts, draft => ScanPlanIndex.Complete(slots, draft));
    }

    private static void AddCareful(ClassSpan span, TagSlot[] slots, PlanOptions options, ScanPlanDraft draft)
    {
        var exact = new ExactItems(options, draft.ImageSize);
        foreach (var index in ByAddress(slots, Pick(slots, span, static slot => slot.Care != SlotCare.Merged && !slot.Suspect)))
            exact.Add(index, slots[index], alone: slots[index].Care == SlotCare.Alone);
        var suspects = ByAddress(slots, Pick(slots, span, static slot => slot.Suspect));
        draft.Suspects = suspects[..Math.Min(suspects.Length, SuspectRequests * options.ItemsPerRequest)];
        foreach (var index in draft.Suspects)
            exact.Add(index, slots[index], alone: true);
        draft.Add(exact);

        foreach (var index in exact.TooLarge)
        {
            var plan = ReadPlanner.Plan(RangesOf(slots, [index]), options);
            draft.Place(index, plan.Slots[0], draft.Add(plan));
        }
    }

    private static PlanRange[] RangesOf(TagSlot[] slots, int[] chosen) => Array.ConvertAll(chosen, index => new PlanRange(slots[index].Range, slots[index].Element, slots[index].Snapshot));

    private static int[] Pick(TagSlot[] slots, ClassSpan span, Func<TagSlot, bool> which)
    {
        var picked = new List<int>();
        for (var i = span.First; i < span.First + span.Count; i++)
        {
            if (slots[i] is { Refused: false, Held: false } && which(slots[i]))
                picked.Add(i);
        }
        return [.. picked];
    }

    private static int[] ByAddress(TagSlot[] slots, int[] indexes)
    {
        Array.Sort(indexes, (a, b) => Key(slots[a].Range).CompareTo(Key(slots[b].Range)));
        return indexes;
    }

    private static (byte, int, int, int) Key(S7Range range) => ((byte)range.Area, range.Db, range.Start, range.Length);
}
