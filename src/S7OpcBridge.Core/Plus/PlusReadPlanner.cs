using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>Plans for S7CommPlus: an item per tag, as few requests as the CPU's limits on items and bytes allow.</summary>
/// <param name="Context">The session, whose map says which symbol a tag is.</param>
/// <param name="Symbols">Where the symbols are.</param>
/// <param name="Connection">The connection, which says what the CPU takes.</param>
/// <param name="Ceiling">Counts what is sent beside the requests of a plan.</param>
/// <param name="ItemCap">Items per job at most.</param>
internal sealed record PlusReadPlanner(PlcContext Context, PlusSymbols Symbols, S7PlusConnection Connection, LoadCeiling Ceiling, int ItemCap)
    : LinkPlanner(ItemCap)
{
    // Below that a poll now and then is less to the CPU than a subscription that stands.
    private const double PushedFrom = 1;

    private S7PlusLimits Limits => Connection.Limits with { ItemsPerRead = Math.Clamp(ItemCap, 1, Connection.Limits.ItemsPerRead) };

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
        var pushed = PushedOf(span.Scan, items.Count, place => slots[asked[place]].EveryScan || Symbols.IsPolled(items[place].Address));
        return Lay(span.Scan, slots, [.. items], [.. asked], pushed, [.. refused], [.. refusals]);
    }

    /// <summary>The items that the CPU is to send by itself.</summary>
    private bool[] PushedOf(ScanGroup scan, int count, Func<int, bool> isPolled)
    {
        var pushed = new bool[count];
        var wanted = Context.Plc.S7Plus!.Subscriptions;
        if (count == 0 || wanted == S7PlusSubscriptions.Off || scan.Mode != ScanMode.AtRate || scan.Interval < S7PlusSubscriptionOptions.ShortestCycle)
            return pushed;
        if (Symbols.IsPolled(scan.Index))
            return pushed;
        var requests = Math.Ceiling((double)count / Limits.ItemsPerRead) / scan.Interval.TotalSeconds;
        if (wanted == S7PlusSubscriptions.Auto && requests < PushedFrom)
            return pushed;
        for (var i = 0; i < count; i++)
            pushed[i] = !isPolled(i);
        return pushed;
    }

    private PlusScanPlan Lay(ScanGroup scan, TagSlot[] slots, S7PlusItem[] items, int[] asked, bool[] pushed, int[] refused, PlusRefusal[] refusals)
    {
        var (offsets, jobOf) = (new int[slots.Length], new int[slots.Length]);
        Array.Fill(offsets, -1);
        Array.Fill(jobOf, -1);
        var requests = RequestsOf(items, [.. Enumerable.Range(0, items.Length).Where(place => !pushed[place])]);
        var fed = Enumerable.Range(0, items.Length).Where(place => pushed[place]).ToArray();
        var firstItems = new List<int> { 0 };
        var (places, entries, order) = (new List<ScanItem>(), new List<int>(), new List<S7PlusItem>());
        var size = 0;
        var job = 0;
        foreach (var mine in fed.Length == 0 ? requests : [.. requests, fed])
        {
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
            job++;
        }
        foreach (var slot in refused)
        {
            jobOf[slot] = job;
            places.Add(new ScanItem(size, entries.Count, 1, EveryScan: false));
            entries.Add(slot);
        }
        if (refused.Length > 0)
            firstItems.Add(places.Count);
        return new PlusScanPlan
        {
            Symbols = Symbols,
            Jobs = Array.ConvertAll(requests, mine => new S7PlusReadJob(Array.ConvertAll(mine, place => items[place]))),
            Feed =
                fed.Length == 0
                    ? null
                    : new PlusFeed(
                        Connection,
                        Symbols,
                        Limits,
                        Ceiling,
                        scan,
                        Array.ConvertAll(fed, place => items[place]),
                        Array.ConvertAll(fed, place => slots[asked[place]].Tag)
                    ),
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

    private int[][] RequestsOf(S7PlusItem[] items, int[] polled)
    {
        if (polled.Length == 0)
            return [];
        var plan = S7PlusReadPlan.ForReads(Array.ConvertAll(polled, place => items[place]), Limits);
        return [.. Enumerable.Range(0, plan.Count).Select(request => Array.ConvertAll(plan.ItemsOf(request).ToArray(), at => polled[at]))];
    }
}
