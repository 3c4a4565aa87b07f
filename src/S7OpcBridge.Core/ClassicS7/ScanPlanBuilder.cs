using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>
/// Turns the tags of a PLC into one <see cref="S7ScanPlan"/> per scan class. Tags without a refusal are planned together over all classes; tags whose merged
/// read was refused follow as exact items of their own class.
/// </summary>
internal static class ScanPlanBuilder
{
    // Limit of requests with suspect tags in one plan: a missing block with thousands of tags must not delay the other classes.
    private const int SuspectRequests = 8;

    /// <summary>Plans some classes together.</summary>
    /// <param name="all">The classes of a PLC.</param>
    /// <param name="chosen">Indexes of the classes to plan.</param>
    /// <param name="slots">The slots of all classes.</param>
    /// <param name="options">Limits of the connection and the PLC.</param>
    /// <returns>One plan per chosen class, in the same order; <see cref="ScanPlan.RidesWith"/> are indexes among all classes.</returns>
    public static S7ScanPlan[] Build(ClassSpan[] all, int[] chosen, TagSlot[] slots, PlanOptions options)
    {
        var classes = Array.ConvertAll(chosen, place => all[place]);
        var merged = Array.ConvertAll(classes, span => Pick(slots, span, static slot => slot.Care == SlotMerging.Merged && !slot.Suspect));
        var ranges = Array.ConvertAll(merged, picked => RangesOf(slots, picked));
        var planned = PlcReadPlan.Plan(Array.ConvertAll(classes, span => span.Scan), ranges, options);
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
                    drafts[i].RideWith(chosen[carrier]);
            }
            AddCareful(classes[i], slots, options, drafts[i]);
        }
        return Array.ConvertAll(drafts, draft => ScanPlanIndex.Complete(slots, draft));
    }

    private static void AddCareful(ClassSpan span, TagSlot[] slots, PlanOptions options, ScanPlanDraft draft)
    {
        var exact = new ExactItems(options, draft.ImageSize);
        foreach (var index in ByAddress(slots, Pick(slots, span, static slot => slot.Care != SlotMerging.Merged && !slot.Suspect)))
            exact.Add(index, slots[index], alone: slots[index].Care == SlotMerging.Alone);
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

    private static PlanRange[] RangesOf(TagSlot[] slots, int[] chosen) =>
        Array.ConvertAll(chosen, index => new PlanRange(slots[index].Range, slots[index].Element, slots[index].Snapshot));

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
