using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>Plans for S7CommPlus: an item per tag, as few requests as the CPU's limits on items and bytes allow.</summary>
/// <param name="Context">The session, whose map says which symbol a tag is.</param>
/// <param name="Symbols">Where the symbols are.</param>
/// <param name="Limits">What the CPU takes.</param>
/// <param name="ItemCap">Items per job at most.</param>
internal sealed record PlusReadPlanner(PlcContext Context, PlusSymbols Symbols, S7PlusLimits Limits, int ItemCap) : LinkPlanner(ItemCap)
{
    public override ScanPlan[] Plan(ClassSpan[] all, int[] chosen, TagSlot[] slots) => Array.ConvertAll(chosen, place => Plan(all[place], slots));

    public override int GroupOf(TagMap map, Tag tag) => 0;

    private PlusScanPlan Plan(ClassSpan span, TagSlot[] slots)
    {
        var tags = Context.Newest.Tags;
        var (items, asked, refused, refusals) = (new List<S7PlusItem>(), new List<int>(), new List<int>(), new List<PlusRefusal>());
        for (var slot = span.First; slot < span.First + span.Count; slot++)
        {
            if (slots[slot].IsOut)
                continue;
            if (Symbols.TryFind(tags[slots[slot].Tag], out var item, out var refusal))
            {
                items.Add(item);
                asked.Add(slot);
            }
            else if (refusal is not null)
            {
                refused.Add(slot);
                refusals.Add(refusal);
            }
        }
        var requests = items.Count == 0 ? null : S7PlusReadPlan.ForReads([.. items], Limits with { ItemsPerRead = Math.Min(ItemCap, Limits.ItemsPerRead) });
        return Lay(slots, [.. items], [.. asked], requests, [.. refused], [.. refusals]);
    }

    private PlusScanPlan Lay(TagSlot[] slots, S7PlusItem[] items, int[] asked, S7PlusReadPlan? requests, int[] refused, PlusRefusal[] refusals)
    {
        var (offsets, jobOf) = (new int[slots.Length], new int[slots.Length]);
        Array.Fill(offsets, -1);
        Array.Fill(jobOf, -1);
        var count = requests?.Count ?? 0;
        var jobs = new S7PlusReadJob[count];
        var firstItems = new List<int> { 0 };
        var (places, entries, order) = (new List<ScanItem>(), new List<int>(), new List<S7PlusItem>());
        var size = 0;
        for (var job = 0; job < count; job++)
        {
            var mine = requests!.ItemsOf(job).ToArray();
            jobs[job] = new S7PlusReadJob(Array.ConvertAll(mine, place => items[place]));
            foreach (var place in mine)
            {
                var slot = asked[place];
                (offsets[slot], jobOf[slot]) = (size, job);
                places.Add(new ScanItem(size, entries.Count, 1, slots[slot].EveryScan));
                entries.Add(slot);
                order.Add(items[place]);
                size += items[place].Shape.ByteLength;
            }
            firstItems.Add(places.Count);
        }
        foreach (var slot in refused)
        {
            jobOf[slot] = count;
            places.Add(new ScanItem(size, entries.Count, 1, EveryScan: false));
            entries.Add(slot);
        }
        if (refused.Length > 0)
            firstItems.Add(places.Count);
        return new PlusScanPlan
        {
            Symbols = Symbols,
            Jobs = jobs,
            Asked = [.. order],
            Refusals = refusals,
            FirstItems = [.. firstItems],
            Items = [.. places],
            Entries = [.. entries],
            ImageOffsets = offsets,
            JobOf = jobOf,
            Torn = [],
            Suspects = [],
            Hosts = [],
            ImageSize = size,
        };
    }
}
