using S7OpcBridge.Core.Links;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>Lays the items of a plan out in the image: request by request, then what the CPU sends by itself, then what cannot be read.</summary>
internal static class PlusPlanLayout
{
    public static PlusScanPlan Build(PlusPlanDraft draft, TagSlot[] slots, PlusSymbols symbols, PlusFeed? feed, int[] ridesWith)
    {
        var offsets = new int[slots.Length];
        Array.Fill(offsets, -1);
        var firstItems = new List<int> { 0 };
        var (items, entries, asked) = (new List<ScanItem>(), new List<int>(), new List<S7PlusItem>());
        var size = 0;
        PlusPlace[][] jobs = feed is null
            ? draft.Requests
            : [.. draft.Requests, Array.ConvertAll(draft.Pushed, place => new PlusPlace(draft, place))];
        for (var job = 0; job < jobs.Length; job++)
        {
            foreach (var place in jobs[job])
            {
                offsets[place.Slot] = size;
                items.Add(new ScanItem(size, entries.Count, 1, slots[place.Slot].EveryScan));
                entries.Add(place.Slot);
                asked.Add(place.Item);
                size += place.Item.Shape.ByteLength;
            }
            firstItems.Add(items.Count);
        }
        var (refused, refusals) = draft.Refused;
        foreach (var slot in refused)
        {
            items.Add(new ScanItem(size, entries.Count, 1, EveryScan: false));
            entries.Add(slot);
        }
        if (refused.Length > 0)
            firstItems.Add(items.Count);
        return new PlusScanPlan
        {
            Symbols = symbols,
            Jobs = Array.ConvertAll(draft.Requests, request => new S7PlusReadJob(Array.ConvertAll(request, place => place.Item))),
            Feed = feed,
            Asked = [.. asked],
            Refusals = refusals,
            FirstItems = [.. firstItems],
            Items = [.. items],
            Entries = [.. entries],
            ImageOffsets = offsets,
            Torn = [],
            Suspects = [],
            RidesWith = ridesWith,
            ImageSize = size,
        };
    }
}
