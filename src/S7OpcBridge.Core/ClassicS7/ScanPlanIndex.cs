using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>Lists for each item of a plan the slots that it carries, so that a changed item leads directly to its slots.</summary>
internal static class ScanPlanIndex
{
    public static S7ScanPlan Complete(TagSlot[] slots, ScanPlanDraft draft)
    {
        var (requests, offsets) = (draft.Requests, draft.Offsets);
        var planItems = requests.SelectMany(request => request.Items).ToArray();
        var byOffset = Enumerable.Range(0, planItems.Length).OrderBy(i => planItems[i].ImageOffset).ToArray();
        var starts = Array.ConvertAll(byOffset, i => planItems[i].ImageOffset);

        var slotsOf = new List<int>[planItems.Length];
        for (var slot = 0; slot < slots.Length; slot++)
        {
            if (offsets[slot] < 0)
                continue;
            var end = offsets[slot] + slots[slot].Range.ByteLength;
            for (var at = LastAtOrBefore(starts, offsets[slot]); at < byOffset.Length && starts[at] < end; at++)
                (slotsOf[byOffset[at]] ??= []).Add(slot);
        }

        var items = new ScanItem[planItems.Length];
        var entries = new List<int>();
        for (var i = 0; i < items.Length; i++)
        {
            var here = slotsOf[i] ?? [];
            items[i] = new ScanItem(planItems[i].ImageOffset, entries.Count, here.Count, here.Exists(slot => slots[slot].EveryScan));
            entries.AddRange(here);
        }

        return new S7ScanPlan
        {
            Requests = [.. requests],
            Jobs = S7ScanPlan.JobsOf(requests),
            Ranges = Array.ConvertAll(planItems, item => item.Range),
            FirstItems = FirstItems(requests),
            Items = items,
            Entries = [.. entries],
            ImageOffsets = offsets,
            Torn = [.. draft.Torn],
            Suspects = draft.Suspects,
            RidesWith = draft.RidesWith,
            ImageSize = draft.ImageSize,
        };
    }

    private static int LastAtOrBefore(int[] starts, int offset)
    {
        var at = Array.BinarySearch(starts, offset);
        return at >= 0 ? at : ~at - 1;
    }

    private static int[] FirstItems(List<PlanRequest> requests)
    {
        var first = new int[requests.Count + 1];
        for (var i = 0; i < requests.Count; i++)
            first[i + 1] = first[i] + requests[i].Items.Length;
        return first;
    }
}
