namespace S7OpcBridge.S7;

/// <summary>One way to go about it; which is best depends on what the map is short of.</summary>
/// <param name="Joining">0: join only as many gaps as the item cap asks for; 1: as many as the bytes allow; between: between.</param>
/// <param name="Whole">Runs up to this part of a request are placed whole before longer ones are poured.</param>
/// <param name="Deal">True: deal small items out evenly, when items are short; false: fill the fullest request first, when bytes are.</param>
/// <param name="CoarseFirst">True: pour runs of large atoms before the small items are placed.</param>
internal readonly record struct SpreadStrategy(double Joining, double Whole, bool Deal, bool CoarseFirst);

/// <summary>
/// Packs a map into a given number of requests, or says that it found no way. Joins the narrowest gaps until there are few enough items, places what cannot be
/// cut, and pours the long runs into the room that is left, cutting them between atoms.
/// </summary>
internal sealed class SpreadPacker
{
    private readonly AtomList _atoms;
    private readonly PduBudget _budget;
    private readonly int _room;
    private readonly GapLadder _gaps;
    private readonly List<AtomRun> _small = [];
    private readonly List<AtomRun> _coarse = [];
    private readonly List<AtomRun> _fine = [];

    internal SpreadPacker(AtomList atoms, PduBudget budget)
    {
        (_atoms, _budget) = (atoms, budget);
        _room = budget.PaddedRoom(anyOddItem: false);
        _gaps = new GapLadder(atoms);
    }

    internal PlanDraft? TryPack(int requests, SpreadStrategy strategy)
    {
        if (!_gaps.TryJoin(requests, _budget, strategy.Joining))
            return null;
        Sort(strategy.Whole);
        var bins = new RequestBins(requests, _room, _budget.Items);
        if (strategy.CoarseFirst && !Pour(_coarse, bins))
            return null;
        var left = strategy.Deal ? DealOut(_small, bins) : FillUp(_small, bins);
        if (!strategy.CoarseFirst && !Pour(_coarse, bins))
            return null;
        return Pour(_fine, bins) && Pour(left, bins) ? bins.ToDraft() : null;
    }

    /// <summary>Runs between the open gaps: those placed whole, longest first, and those to be poured, by the size of their largest atom.</summary>
    private void Sort(double whole)
    {
        _small.Clear();
        _coarse.Clear();
        _fine.Clear();
        var limit = (int)(_room * whole);
        for (int first = 0, last; first < _atoms.Count; first = last + 1)
        {
            last = first;
            var largest = _atoms.Length[first];
            for (; _gaps.IsJoined(last); last++)
                largest = Math.Max(largest, _atoms.Length[last + 1]);
            var run = new AtomRun(first, last);
            if (first == last || PduBudget.PaddedItem(_atoms.Span(first, last)) <= limit)
                _small.Add(run);
            else if (largest > _room / 16)
                _coarse.Add(run);
            else
                _fine.Add(run);
        }
        Comparison<AtomRun> byLength = (left, right) =>
        {
            var order = _atoms.Span(right.First, right.Last).CompareTo(_atoms.Span(left.First, left.Last));
            return order != 0 ? order : left.First.CompareTo(right.First);
        };
        _small.Sort(byLength);
        _coarse.Sort(byLength);
        _fine.Sort(byLength);
    }

    /// <summary>Longest first, each into the fullest request that takes it. Returns what found no place.</summary>
    private List<AtomRun> FillUp(List<AtomRun> runs, RequestBins bins)
    {
        var left = new List<AtomRun>();
        foreach (var run in runs)
        {
            var bytes = PduBudget.PaddedItem(_atoms.Span(run.First, run.Last));
            var bin = bins.Fullest(bytes, 1);
            if (bin < 0)
                left.Add(run);
            else
                bins.Put(bin, run, bytes);
        }
        return left;
    }

    /// <summary>In rounds, in each of which every request gets one item, the emptiest the longest. Returns what found no place.</summary>
    private List<AtomRun> DealOut(List<AtomRun> runs, RequestBins bins)
    {
        var left = new List<AtomRun>();
        var order = new int[bins.Count];
        var keys = new long[bins.Count];
        for (var next = 0; next < runs.Count;)
        {
            for (var i = 0; i < order.Length; i++)
            {
                order[i] = i;
                keys[i] = ((long)-bins.Room[i] << 32) + i;
            }
            Array.Sort(keys, order);
            var before = next;
            for (var i = 0; i < order.Length && next < runs.Count; i++)
            {
                var bytes = PduBudget.PaddedItem(_atoms.Span(runs[next].First, runs[next].Last));
                if (bins.Fits(order[i], bytes, 1))
                    bins.Put(order[i], runs[next++], bytes);
            }
            if (next == before)
                left.Add(runs[next++]);
        }
        return left;
    }

    /// <summary>Cuts runs between atoms: what is left of one goes whole where it fits best, else as much as possible into the emptiest request.</summary>
    private bool Pour(List<AtomRun> runs, RequestBins bins)
    {
        foreach (var run in runs)
        {
            for (var first = run.First; first <= run.Last;)
            {
                var last = run.Last;
                var span = _atoms.Span(first, last);
                var bin = span <= _budget.LongestItem ? bins.Fullest(PduBudget.PaddedItem(span), 1) : -1;
                if (bin < 0)
                {
                    bin = bins.Emptiest();
                    last = bin < 0 ? -1 : LastWithin(first, run.Last, bins.Room[bin]);
                    if (last < first)
                        return false;
                }
                bins.Put(bin, new(first, last), PduBudget.PaddedItem(_atoms.Span(first, last)));
                first = last + 1;
            }
        }
        return true;
    }

    /// <summary>The last atom up to which an item fits into so many bytes; below <paramref name="first"/> where none does.</summary>
    private int LastWithin(int first, int last, int room)
    {
        var (fits, tooFar) = (first - 1, last + 1);
        while (tooFar - fits > 1)
        {
            var middle = (fits + tooFar) / 2;
            if (PduBudget.PaddedItem(_atoms.Span(first, middle)) <= room)
                fits = middle;
            else
                tooFar = middle;
        }
        return fits;
    }
}
