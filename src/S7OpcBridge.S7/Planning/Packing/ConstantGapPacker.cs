using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Packing;

/// <summary>
/// Packs as other clients do: joins over one constant gap, or within blocks of one size, and fills requests in address order, first fit, or the longest first.
/// Rarely better than the search, but no reason to need a request more than they do, whatever their constant is: two constants make the same items unless a gap
/// of the map lies between them, so every gap of the map is tried, and every block size.
/// </summary>
internal sealed class ConstantGapPacker(AtomList atoms, PduBudget budget)
{
    /// <summary>Approximate number of atoms joined for all block sizes together, some tens of milliseconds; a large map tries fewer sizes.</summary>
    private const int Effort = 5_000_000;

    /// <summary>Sizes in use, which are always tried.</summary>
    private static readonly int[] Blocks = [16, 32, 64, 128, 222, 512];

    private readonly int _room = budget.PaddedRoom(anyOddItem: false);
    private readonly List<AtomRun> _items = [];

    /// <summary>The plan with the fewest requests among them; null where none has fewer than a number.</summary>
    internal PlanDraft? Best(int fewerThan)
    {
        PlanDraft? best = null;
        foreach (var gap in atoms.Gap.Where(gap => gap <= budget.LongestItem).Append(-1).Distinct().Order())
            TryAll(gap, budget.LongestItem);
        foreach (var block in Blocks)
            TryAll(AtomList.Unbridgeable - 1, Math.Min(block, budget.LongestItem));
        var step = 1 + (int)((long)budget.LongestItem * atoms.Count / Effort);
        for (var block = budget.LongestItem; block > 0; block -= step)
            TryAll(AtomList.Unbridgeable - 1, block);
        return best;

        void TryAll(int widestGap, int longest)
        {
            // Most constants are out of the question, so the items are counted before they are made.
            if (Join(widestGap, longest, items: null) >= fewerThan)
                return;
            _items.Clear();
            Join(widestGap, longest, _items);
            Keep(InOrder());
            Keep(FirstFit());
            _items.Sort(LongestFirst);
            Keep(FirstFit());
        }

        void Keep(PlanDraft? draft)
        {
            if (draft is not null && draft.Requests.Count < fewerThan)
                (best, fewerThan) = (draft, draft.Requests.Count);
        }

        PlanDraft? InOrder() => Fill(fewerThan, onlyLast: true);

        PlanDraft? FirstFit() => Fill(fewerThan, onlyLast: false);
    }

    /// <summary>Joins atoms to items; returns the number of requests below which these cannot fit. Runs over all atoms for each constant.</summary>
    /// <param name="items">Receives the items; null: they are only counted.</param>
    private int Join(int widestGap, int longest, List<AtomRun>? items)
    {
        var start = atoms.Start.AsSpan(0, atoms.Count);
        var length = atoms.Length.AsSpan(0, atoms.Count);
        var gap = atoms.Gap.AsSpan(0, atoms.Count);
        var (count, bytes) = (0, 0L);
        for (var first = 0; first < start.Length; count++)
        {
            var (from, last) = (start[first], first);
            while (gap[last] <= widestGap && last + 1 < start.Length && start[last + 1] + length[last + 1] - from <= longest)
                last++;
            bytes += PduBudget.PaddedItem(start[last] + length[last] - from);
            items?.Add(new(first, last));
            first = last + 1;
        }
        return (int)Math.Max((bytes + _room - 1) / _room, (count + budget.Items - 1) / budget.Items);
    }

    /// <summary>Null where it would take as many requests as the limit says.</summary>
    private PlanDraft? Fill(int limit, bool onlyLast)
    {
        var draft = new PlanDraft();
        var open = new FirstFitTree(limit, _room);
        foreach (var run in _items)
        {
            var bytes = PduBudget.PaddedItem(atoms.Span(run.First, run.Last));
            var last = draft.Requests.Count - 1;
            var request =
                !onlyLast ? open.First(bytes)
                : last >= 0 && open.Room(last) >= bytes ? last
                : draft.Requests.Count;
            // Beyond the requests in use the tree has empty ones.
            if (request >= limit - 1 || bytes > _room)
                return null;
            if (request == draft.Requests.Count)
                draft.Requests.Add([]);
            draft.Requests[request].Add(run);
            open.Reserve(request, draft.Requests[request].Count == budget.Items ? open.Room(request) : bytes);
        }
        return draft;
    }

    private int LongestFirst(AtomRun left, AtomRun right)
    {
        var order = atoms.Span(right.First, right.Last).CompareTo(atoms.Span(left.First, left.Last));
        return order != 0 ? order : left.First.CompareTo(right.First);
    }
}
