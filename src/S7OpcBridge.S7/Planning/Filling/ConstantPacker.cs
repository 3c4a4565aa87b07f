using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Filling;

/// <summary>
/// Packs as other clients do: joins over one constant gap, or within blocks of one size, and fills requests in address order, first fit, or the longest first;
/// and pours long runs into requests, cut only where one ends. Rarely better than filling by worth, but no reason to need a request more than they do, whatever
/// their constant is: two constants make the same items unless a gap of the map lies between them, so every gap of the map is tried, and every block size.
/// </summary>
internal sealed class ConstantPacker(AtomList atoms, PduBudget budget)
{
    /// <summary>Approximate number of atoms joined for all block sizes together, some tens of milliseconds; a large map tries fewer sizes.</summary>
    private const int Effort = 5_000_000;

    /// <summary>Approximate number of atoms put into requests for all constants together.</summary>
    private const int MostFilled = 1_000_000;

    /// <summary>Numbers of requests that long runs are poured into.</summary>
    private const int MostPours = 8;

    /// <summary>Sizes in use, which are always tried.</summary>
    private static readonly int[] Blocks = [16, 32, 64, 128, 222, 512];

    private readonly int _room = budget.PaddedRoom(anyOddItem: false);
    private readonly List<AtomRun> _items = [];

    /// <summary>The plan with the fewest requests among them; null where none has fewer than a number.</summary>
    /// <param name="fewerThan">The number.</param>
    /// <param name="enough">The search ends at this number of requests.</param>
    internal PlanDraft? Best(int fewerThan, int enough)
    {
        PlanDraft? best = null;
        // Most constants are out of the question, so the items are counted before they are made.
        var constants = Constants().Select(constant => (constant.Gap, constant.Longest, Least: Join(constant.Gap, constant.Longest, null)));
        var work = 0L;
        foreach (var (gap, longest, least) in constants.OrderBy(constant => constant.Least))
        {
            if (least >= fewerThan || fewerThan <= enough || work > MostFilled)
                break;
            work += 3 * atoms.Count;
            Join(gap, longest, _items);
            Keep(Fill(onlyLast: true, fewerThan));
            Keep(Fill(onlyLast: false, fewerThan));
            _items.Sort(atoms.LongestFirst);
            Keep(Fill(onlyLast: false, fewerThan));
        }
        Join(PduBudget.FreeGap, AtomList.Unbridgeable - 1, _items);
        _items.Sort(LargeAtomsFirst);
        var step = 1 + ((fewerThan - enough) / MostPours);
        for (var requests = enough; requests < fewerThan; requests += step)
            Keep(Pour(requests));
        return best;

        void Keep(PlanDraft? draft)
        {
            if (draft is not null && draft.Requests.Count < fewerThan)
                (best, fewerThan) = (draft, draft.Requests.Count);
        }
    }

    private IEnumerable<(int Gap, int Longest)> Constants()
    {
        foreach (var gap in atoms.Gap.Where(gap => gap <= budget.LongestItem).Append(-1).Distinct().Order())
            yield return (gap, budget.LongestItem);
        foreach (var block in Blocks)
            yield return (AtomList.Unbridgeable - 1, Math.Min(block, budget.LongestItem));
        var step = 1 + (int)((long)budget.LongestItem * atoms.Count / Effort);
        for (var block = budget.LongestItem; block > 0; block -= step)
            yield return (AtomList.Unbridgeable - 1, block);
    }

    /// <summary>Joins atoms to items; returns the number of requests below which these cannot fit. Runs over all atoms for each constant.</summary>
    /// <param name="items">Receives the items; null: they are only counted.</param>
    private int Join(int widestGap, int longest, List<AtomRun>? items)
    {
        items?.Clear();
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

    /// <summary>Fills requests in the order of the items; null where it would take as many requests as the limit says.</summary>
    private PlanDraft? Fill(bool onlyLast, int limit)
    {
        var draft = new PlanDraft();
        var open = new FirstFitTree(limit, _room);
        foreach (var run in _items)
        {
            var bytes = atoms.AnswerBytes(run);
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

    /// <summary>Runs of large atoms first, because they leave holes, then long ones, then the others.</summary>
    private int LargeAtomsFirst(AtomRun left, AtomRun right)
    {
        var order = Rank(left).CompareTo(Rank(right));
        return order != 0 ? order : atoms.LongestFirst(left, right);

        int Rank(AtomRun run) =>
            run.First == run.Last || atoms.AnswerBytes(run) <= _room / 8 ? 2
            : Array.Exists(atoms.Length[run.First..(run.Last + 1)], length => length > _room / 16) ? 0
            : 1;
    }

    /// <summary>Fills a number of requests with runs: whole where one fits, else as much as the emptiest request takes. Null where they are too many.</summary>
    private PlanDraft? Pour(int requests)
    {
        var draft = new PlanDraft();
        var open = new FirstFitTree(requests, _room);
        for (var i = 0; i < open.Leaves; i++)
        {
            if (i < requests)
                draft.Requests.Add([]);
            else
                open.Reserve(i, _room);
        }
        foreach (var run in _items)
        {
            for (int first = run.First, last; first <= run.Last; first = last + 1)
            {
                last = atoms.LastWithin(first, run.Last, open.Most);
                if (last < first)
                    return null;
                var bytes = atoms.AnswerBytes(new(first, last));
                var request = open.First(last < run.Last ? open.Most : bytes);
                draft.Requests[request].Add(new(first, last));
                open.Reserve(request, draft.Requests[request].Count == budget.Items ? open.Room(request) : bytes);
            }
        }
        draft.Requests.RemoveAll(static request => request.Count == 0);
        return draft;
    }

    /// <summary>The free bytes of a row of requests; finds the first one with enough of them in logarithmic time.</summary>
    private sealed class FirstFitTree
    {
        private readonly int _leaves = 1;
        private readonly int[] _most;

        internal FirstFitTree(int requests, int room)
        {
            while (_leaves < requests + 1)
                _leaves *= 2;
            _most = new int[2 * _leaves];
            Array.Fill(_most, room);
        }

        internal int Leaves => _leaves;

        /// <summary>Free bytes of the emptiest request.</summary>
        internal int Most => _most[1];

        internal int Room(int request) => _most[_leaves + request];

        /// <summary>The first request with this many free bytes, at most those of an empty one.</summary>
        internal int First(int bytes)
        {
            if (_most[1] < bytes)
                return _leaves;
            var node = 1;
            while (node < _leaves)
                node = _most[2 * node] >= bytes ? 2 * node : (2 * node) + 1;
            return node - _leaves;
        }

        internal void Reserve(int request, int bytes)
        {
            var node = _leaves + request;
            _most[node] -= bytes;
            for (node /= 2; node > 0; node /= 2)
                _most[node] = Math.Max(_most[2 * node], _most[(2 * node) + 1]);
        }
    }
}
