using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>Turns the tags of a scan class into a <see cref="ScanPlan"/>: healthy tags through the planner, careful ones and suspects as exact items behind them.</summary>
internal static class ScanPlanBuilder
{
    // So many requests of suspects at most join one plan: a missing block with thousands of tags must not hold up the other classes.
    private const int SuspectRequests = 8;

    public static ScanPlan Build(TagSlot[] slots, int pduSize, int maxItems)
    {
        var requests = new List<PlanRequest>();
        var offsets = new int[slots.Length];
        var torn = new List<int>();
        Array.Fill(offsets, -1);

        var merged = Pick(slots, static slot => slot.Care == SlotCare.Merged && !slot.Suspect);
        var imageSize = AddPlanned(slots, merged, pduSize, maxItems, requests, offsets, torn, 0);

        var exact = new ExactItems(pduSize, maxItems, imageSize);
        foreach (var index in ByAddress(slots, Pick(slots, static slot => slot.Care != SlotCare.Merged && !slot.Suspect)))
            exact.Add(index, slots[index], alone: slots[index].Care == SlotCare.Alone);
        var suspects = ByAddress(slots, Pick(slots, static slot => slot.Suspect));
        suspects = suspects[..Math.Min(suspects.Length, SuspectRequests * Math.Min(maxItems, ExactItems.ItemsPerRequest(pduSize)))];
        foreach (var index in suspects)
            exact.Add(index, slots[index], alone: true);
        requests.AddRange(exact.Requests(offsets));
        imageSize = exact.ImageSize;

        foreach (var index in exact.TooLarge)
            imageSize = AddPlanned(slots, [index], pduSize, maxItems, requests, offsets, torn, imageSize);

        return ScanPlanIndex.Complete(slots, requests, offsets, [.. torn], suspects, imageSize);
    }

    private static int AddPlanned(TagSlot[] slots, int[] indexes, int pduSize, int maxItems, List<PlanRequest> requests, int[] offsets, List<int> torn, int imageStart)
    {
        if (indexes.Length == 0)
            return imageStart;
        var plan = ReadPlanner.Plan(Array.ConvertAll(indexes, index => new PlanRange(slots[index].Range, slots[index].Element)), pduSize, maxItems);
        foreach (var request in plan.Requests)
            requests.Add(request with { Items = [.. request.Items.Select(item => item with { ImageOffset = item.ImageOffset + imageStart })] });
        for (var i = 0; i < indexes.Length; i++)
        {
            offsets[indexes[i]] = plan.Slots[i].ImageOffset + imageStart;
            if (plan.Slots[i].MayTear)
                torn.Add(indexes[i]);
        }
        return imageStart + plan.ImageSize;
    }

    private static int[] Pick(TagSlot[] slots, Func<TagSlot, bool> which)
    {
        var picked = new List<int>();
        for (var i = 0; i < slots.Length; i++)
        {
            if (!slots[i].Refused && which(slots[i]))
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
