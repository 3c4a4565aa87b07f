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
internal sealed record PlusReadPlanner(
    PlcContext Context,
    PlusSymbols Symbols,
    S7PlusConnection Connection,
    LoadCeiling Ceiling,
    int ItemCap
) : LinkPlanner(ItemCap)
{
    // Below that a poll now and then is less to the CPU than a subscription that stands.
    private const double PushedFrom = 1;

    // Of a symbol a few levels deep, to choose what is held together; the plan itself counts.
    private const int BytesPerItem = 24;

    private int ItemsPerRead => Math.Clamp(ItemCap, 1, Connection.Limits.ItemsPerRead);

    private S7PlusLimits Limits => Connection.Limits with { ItemsPerRead = ItemsPerRead };

    public override ScanPlan[] Plan(ClassSpan[] all, int[] chosen, TagSlot[] slots)
    {
        var drafts = Array.ConvertAll(chosen, place => DraftOf(all[place], slots));
        var requests = PlcSymbolPlan.Plan(
            Array.ConvertAll(drafts, static draft => draft.Scan),
            Array.ConvertAll(drafts, static draft => draft.Polled),
            Limits
        );
        for (var i = 0; i < drafts.Length; i++)
            drafts[i].Requests =
            [
                .. requests[i].Requests.Select(request => request.Select(item => drafts[item.Class].PlaceOf(item.Item)).ToArray()),
            ];
        var plans = new ScanPlan[drafts.Length];
        for (var i = 0; i < plans.Length; i++)
        {
            var ridesWith = Enumerable
                .Range(0, drafts.Length)
                .Where(other => other != i && drafts[other].HasRidersOf(drafts[i]))
                .Select(other => chosen[other]);
            plans[i] = PlusPlanLayout.Build(drafts[i], slots, Symbols, FeedOf(drafts[i], slots), [.. ridesWith]);
        }
        return plans;
    }

    public override int GroupOf(TagMap map, Tag tag) =>
        tag.Details?.Snapshot is > 0 and var snapshot
            ? snapshot
            : TagRanges.StructureGroup(map, tag.Id, int.MaxValue, Math.Min(ItemsPerRead, Connection.Limits.RequestBytes / BytesPerItem));

    private PlusPlanDraft DraftOf(ClassSpan span, TagSlot[] slots)
    {
        var draft = new PlusPlanDraft(span.Scan);
        var tags = Context.Newest.Tags;
        for (var slot = span.First; slot < span.First + span.Count; slot++)
        {
            if (slots[slot].IsOut)
                continue;
            if (Symbols.TryFind(tags[slots[slot].Tag], out var item, out var refusal))
                draft.Add(slot, item, slots[slot].Snapshot);
            else if (refusal is not null)
                draft.Refuse(slot, refusal);
        }
        // A snapshot of the map is read by one request; the CPU would send its parts as they change.
        draft.Push(
            PushedOf(
                span.Scan,
                draft.Count,
                place =>
                    slots[draft.Slots[place]].EveryScan
                    || tags[slots[draft.Slots[place]].Tag].Details is { Snapshot: > 0 }
                    || Symbols.IsPolled(draft.Items[place].Address)
            )
        );
        return draft;
    }

    private PlusFeed? FeedOf(PlusPlanDraft draft, TagSlot[] slots) =>
        draft.Pushed.Length == 0
            ? null
            : new PlusFeed(
                Connection,
                Symbols,
                Limits,
                Ceiling,
                draft.Scan,
                Array.ConvertAll(draft.Pushed, place => draft.Items[place]),
                Array.ConvertAll(draft.Pushed, place => slots[draft.Slots[place]].Tag)
            );

    /// <summary>The items that the CPU is to send by itself.</summary>
    private bool[] PushedOf(ScanGroup scan, int count, Func<int, bool> isPolled)
    {
        var pushed = new bool[count];
        var wanted = Context.Plc.S7Plus!.Subscriptions;
        if (
            count == 0
            || wanted == S7PlusSubscriptions.Off
            || scan.Mode != ScanMode.AtRate
            || scan.Interval < S7PlusSubscriptionOptions.ShortestCycle
        )
            return pushed;
        if (Symbols.IsPolled(scan.Index))
            return pushed;
        var requests = Math.Ceiling((double)count / ItemsPerRead) / scan.Interval.TotalSeconds;
        if (wanted == S7PlusSubscriptions.Auto && requests < PushedFrom)
            return pushed;
        for (var i = 0; i < count; i++)
            pushed[i] = !isPolled(i);
        return pushed;
    }
}
