using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Packing;

/// <summary>
/// Packs a map into a given number of requests, or reports that it found no way. Joins the narrowest gaps until there are few enough items, places what cannot
/// be cut, then distributes the long runs over the remaining space, cut between atoms.
/// </summary>
internal sealed class SpreadPacker
{
    private readonly AtomList _atoms;
    private readonly PduBudget _budget;
    private readonly int _room;
    private readonly SortedGaps _gaps;
    private readonly List<AtomRun> _small = [];
    private readonly List<AtomRun> _coarse = [];
    private readonly List<AtomRun> _fine = [];

    private readonly List<SnapshotUnit> _units;

    internal SpreadPacker(AtomList atoms, PduBudget budget, List<SnapshotUnit> units)
    {
        (_atoms, _budget, _units) = (atoms, budget, [.. units.OrderByDescending(unit => unit.Bytes).ThenBy(unit => unit.Runs[0].First)]);
        _room = budget.PaddedRoom(anyOddItem: false);
        _gaps = new SortedGaps(atoms);
    }

    /// <summary>Packs into a number of requests; with <paramref name="mayGrow"/> into more where the strategy needs them.</summary>
    internal PlanDraft? TryPack(int requests, SpreadStrategy strategy, bool mayGrow)
    {
        if (!TryJoin(requests, strategy.Joining) && !mayGrow)
            return null;
        Sort(strategy);
        if (strategy.Coarse == CoarseRuns.Chunked)
            CutIntoChunks(requests);
        var bins = new RequestBins(requests, _room, _budget.Items, mayGrow);
        if (!PlaceUnits(bins))
            return null;
        var placed = strategy.Coarse switch
        {
            CoarseRuns.First => PlaceCut(_coarse, bins) && PlaceCut(_fine, bins),
            CoarseRuns.Fitted => new SubsetSumFill(_atoms, bins).TryPlace(_coarse),
            _ => true,
        };
        if (!placed)
            return null;
        var left = strategy.Deal ? new EvenDistribution(_atoms, bins).Place(_small) : FillUp(_small, bins);
        var isCut = strategy.Coarse switch
        {
            CoarseRuns.First => true,
            CoarseRuns.Last => PlaceCut(_coarse, bins) && PlaceCut(_fine, bins),
            _ => PlaceCut(_fine, bins),
        };
        return isCut && PlaceCut(left, bins) ? bins.ToDraft() : null;
    }

    /// <summary>Joins gaps, including additional ones for the items that cutting long runs needs.</summary>
    private bool TryJoin(int requests, double share)
    {
        for (int reserve = 0, round = 0; ; round++)
        {
            if (!_gaps.TryJoin(requests, _budget, share, reserve))
                return false;
            var cuts = 0;
            for (int first = 0, last; first < _atoms.Count; first = last + 1)
            {
                for (last = first; _gaps.IsJoined(last); last++) { }
                cuts += (_atoms.Span(first, last) - 1) / _budget.LongestItem;
            }
            if (cuts <= reserve || round == 3)
                return true;
            reserve = cuts;
        }
    }

    /// <summary>With an odd PDU size, an atom that needs the last byte must be alone in its request.</summary>
    private bool IsAlone(int atom) => PduBudget.PaddedItem(_atoms.Length[atom]) > _room;

    private bool PlaceUnits(RequestBins bins)
    {
        for (var atom = 0; _budget.Room != _room && atom < _atoms.Count; atom++)
        {
            if (!IsAlone(atom))
                continue;
            var bin = bins.FullestNow(_room);
            bin = bin < 0 ? bins.Grow() : bin;
            if (bin < 0)
                return false;
            bins.Put(bin, new(atom, atom), _room);
        }
        foreach (var unit in _units)
        {
            var bin = Enumerable
                .Range(0, bins.Count)
                .FirstOrDefault(bin => bins.Room(bin) >= unit.Bytes && bins.ItemsLeft(bin) >= unit.Runs.Count, -1);
            bin = bin < 0 ? bins.Grow() : bin;
            if (bin < 0)
                return false;
            foreach (var run in unit.Runs)
                bins.Put(bin, run, PduBudget.PaddedItem(_atoms.Span(run.First, run.Last)));
        }
        return true;
    }

    /// <summary>
    /// Separates the runs between the remaining gaps: those placed whole, longest first, and those to be cut, by the size of their largest atom.
    /// </summary>
    private void Sort(SpreadStrategy strategy)
    {
        _small.Clear();
        _coarse.Clear();
        _fine.Clear();
        var limit = (int)(_room * strategy.Whole);
        var fitted = strategy.Coarse == CoarseRuns.Fitted;
        for (int first = 0, last; first < _atoms.Count; first = last + 1)
        {
            last = first;
            if (_atoms.IsHeld(new(first, first)) || IsAlone(first))
                continue;
            var largest = _atoms.Length[first];
            for (; _gaps.IsJoined(last) && !IsAlone(last + 1); last++)
                largest = Math.Max(largest, _atoms.Length[last + 1]);
            var whole = first == last || PduBudget.PaddedItem(_atoms.Span(first, last)) <= limit;
            var isCoarse = largest > _room / 16;
            (
                isCoarse && (fitted || !whole) ? _coarse
                : whole ? _small
                : _fine
            ).Add(new(first, last));
        }
        _small.Sort(LongestFirst);
        _coarse.Sort(LongestFirst);
        _fine.Sort(LongestFirst);
    }

    /// <summary>Cuts long runs into about one chunk per request, so that all requests get a share of what is hard to place.</summary>
    private void CutIntoChunks(int requests)
    {
        var (bytes, largest) = (0L, 0);
        foreach (var run in _coarse)
        {
            bytes += PduBudget.PaddedItem(_atoms.Span(run.First, run.Last));
            for (var atom = run.First; atom <= run.Last; atom++)
                largest = Math.Max(largest, PduBudget.PaddedItem(_atoms.Length[atom]));
        }
        var chunk = (int)Math.Min(_room, Math.Max(largest, bytes * 9 / 8 / Math.Max(1, requests)));
        foreach (var run in _coarse)
        {
            for (int first = run.First, last; first <= run.Last; first = last + 1)
            {
                last = _atoms.LastWithin(first, run.Last, chunk);
                _small.Add(new(first, last));
            }
        }
        _coarse.Clear();
        _small.Sort(LongestFirst);
    }

    private int LongestFirst(AtomRun left, AtomRun right)
    {
        var order = _atoms.Span(right.First, right.Last).CompareTo(_atoms.Span(left.First, left.Last));
        return order != 0 ? order : left.First.CompareTo(right.First);
    }

    /// <summary>Places runs, longest first, each into the fullest request that takes it. Returns those that could not be placed.</summary>
    private List<AtomRun> FillUp(List<AtomRun> runs, RequestBins bins)
    {
        var left = new List<AtomRun>();
        foreach (var run in runs)
        {
            var bytes = PduBudget.PaddedItem(_atoms.Span(run.First, run.Last));
            var bin = bins.Fullest(bytes);
            if (bin < 0)
                left.Add(run);
            else
                bins.Put(bin, run, bytes);
        }
        return left;
    }

    /// <summary>
    /// Cuts runs between atoms: the rest of a run is placed whole where it fits best, otherwise as much as possible goes into the emptiest request.
    /// </summary>
    private bool PlaceCut(List<AtomRun> runs, RequestBins bins)
    {
        foreach (var run in runs)
        {
            for (var first = run.First; first <= run.Last; )
            {
                var last = run.Last;
                var bin = bins.FullestNow(PduBudget.PaddedItem(_atoms.Span(first, last)));
                if (bin < 0)
                {
                    bin = bins.Emptiest();
                    last = bin < 0 ? -1 : _atoms.LastWithin(first, run.Last, bins.Room(bin));
                    if (last < first)
                    {
                        bin = bins.Grow();
                        if (bin < 0)
                            return false;
                        last = _atoms.LastWithin(first, run.Last, _room);
                    }
                }
                bins.Put(bin, new(first, last), PduBudget.PaddedItem(_atoms.Span(first, last)));
                first = last + 1;
            }
        }
        return true;
    }
}
