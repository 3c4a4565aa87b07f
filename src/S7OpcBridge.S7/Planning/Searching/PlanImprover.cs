using S7OpcBridge.S7.Planning.Bounding;
using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;
using S7OpcBridge.S7.Planning.Packing;

namespace S7OpcBridge.S7.Planning.Searching;

/// <summary>
/// Searches on from a draft by local changes: takes the emptiest request and a few others apart and fills all but one of them again, each as well as possible,
/// so that what is left gets smaller. When nothing is left, a request is saved. Random choices come from a fixed seed, so the same draft and the same effort
/// give the same plan.
/// </summary>
internal sealed class PlanImprover
{
    /// <summary>Most pieces that one step distributes; more atoms are grouped.</summary>
    private const int MostPieces = 160;

    private readonly AtomList _atoms;
    private readonly PduBudget _budget;
    private readonly RequestFiller _filler;
    private readonly double[] _worth;
    private readonly double _scale;
    private readonly int _room;
    private readonly List<List<AtomRun>> _requests = [];
    private readonly List<List<AtomRun>> _fixed = [];
    private readonly int[] _requestOf;
    private readonly List<int> _chosen = [];
    private readonly List<AtomRun> _runs = [];
    private readonly List<FillPiece> _pieces = [];
    private uint _random = 2463534242;

    /// <summary>Prepares a search.</summary>
    /// <param name="atoms">What to read.</param>
    /// <param name="budget">What fits into a request.</param>
    /// <param name="price">Price of an item in bytes, as <see cref="PriceBound"/> finds it: how scarce items are.</param>
    internal PlanImprover(AtomList atoms, PduBudget budget, int price)
    {
        (_atoms, _budget, _filler, _room) = (atoms, budget, new RequestFiller(atoms, budget), budget.PaddedRoom(anyOddItem: false));
        _scale = RequestFiller.MostWorth / 1.1 / (_room + 8 + ((double)price * budget.Items));
        _worth = new double[atoms.Count];
        _requestOf = new int[atoms.Count];
        var header = PduBudget.ResponseItem + price;
        for (var i = 0; i < atoms.Count; i++)
            _worth[i] =
                atoms.Length[i]
                + ((Math.Min(header, i == 0 ? AtomList.Unbridgeable : atoms.Gap[i - 1]) + Math.Min(header, atoms.Gap[i])) / 2.0);
    }

    /// <summary>The draft with fewer requests, or itself where none was saved.</summary>
    /// <param name="draft">A complete draft; it is not changed.</param>
    /// <param name="enough">The search ends at this number of requests.</param>
    /// <param name="effort">Limits the search.</param>
    internal PlanDraft Improve(PlanDraft draft, int enough, SearchEffort effort)
    {
        Begin(draft);
        var steps = effort.StepsFor(_atoms.Count);
        while (steps > 0 && _requests.Count > 1 && _requests.Count + _fixed.Count > enough && !effort.IsTimeUp)
        {
            var emptiest = Emptiest();
            var left = WorthOf(_requests[emptiest]);
            while (steps > 0 && _requests[emptiest].Count > 0 && !effort.IsTimeUp)
            {
                effort.ThrowIfStopped();
                TryStep(emptiest, ref left, ref steps);
            }
            if (_requests[emptiest].Count == 0)
                RemoveAt(emptiest);
        }
        // A step may empty more than one.
        _requests.RemoveAll(static request => request.Count == 0);
        if (_requests.Count + _fixed.Count == draft.Requests.Count)
            return draft;
        var improved = new PlanDraft();
        improved.Requests.AddRange(_fixed);
        improved.Requests.AddRange(_requests);
        return improved;
    }

    private void Begin(PlanDraft draft)
    {
        foreach (var request in draft.Requests)
        {
            // Snapshot groups stay where they are; with an odd PDU size, so does an item that needs the last byte.
            var isFixed = request.Exists(_atoms.IsHeld) || BytesOf(request) > _room;
            (isFixed ? _fixed : _requests).Add([.. request]);
        }
        Array.Fill(_requestOf, -1);
        for (var i = 0; i < _requests.Count; i++)
            Note(i);
    }

    private void Note(int request)
    {
        foreach (var run in _requests[request])
            Array.Fill(_requestOf, request, run.First, run.Last - run.First + 1);
    }

    private void RemoveAt(int request)
    {
        _requests[request] = _requests[^1];
        _requests.RemoveAt(_requests.Count - 1);
        if (request < _requests.Count)
            Note(request);
    }

    private int Emptiest()
    {
        var (emptiest, least) = (0, double.MaxValue);
        for (var i = 0; i < _requests.Count; i++)
        {
            var worth = WorthOf(_requests[i]);
            if (worth < least)
                (emptiest, least) = (i, worth);
        }
        return emptiest;
    }

    private double WorthOf(List<AtomRun> runs)
    {
        var worth = 0.0;
        foreach (var run in runs)
        {
            for (var atom = run.First; atom <= run.Last; atom++)
                worth += _worth[atom];
        }
        return worth;
    }

    /// <summary>Distributes the chosen requests anew, and keeps that where no more is left than before.</summary>
    private void TryStep(int emptiest, ref double left, ref long steps)
    {
        Choose(emptiest);
        Collect();
        steps -= (long)_pieces.Count * _filler.Cells * _chosen.Count;
        var filled = new List<AtomRun>[_chosen.Count];
        for (var i = 1; i < filled.Length; i++)
            _filler.Fill(_pieces, filled[i] = []);
        filled[0] = Join(_pieces);
        var worth = WorthOf(filled[0]);
        if (worth > left || filled[0].Count > _budget.Items || BytesOf(filled[0]) > _room)
            return;
        left = worth;
        for (var i = 0; i < filled.Length; i++)
        {
            _requests[_chosen[i]] = filled[i];
            Note(_chosen[i]);
        }
    }

    /// <summary>The emptiest request with others: every other time one that reads a neighbour, because that needs no item of its own.</summary>
    private void Choose(int emptiest)
    {
        _chosen.Clear();
        _chosen.Add(emptiest);
        var count = Math.Min(_requests.Count, 2 + Next(3));
        for (var tries = 0; _chosen.Count < count && tries < 20; tries++)
        {
            var other = Next(_requests.Count);
            if (Next(2) == 0)
            {
                var from = _requests[_chosen[Next(_chosen.Count)]];
                var run = from[Next(from.Count)];
                var atom = Next(2) == 0 ? run.First - 1 : run.Last + 1;
                other = atom >= 0 && atom < _atoms.Count ? _requestOf[atom] : -1;
            }
            if (other >= 0 && !_chosen.Contains(other))
                _chosen.Add(other);
        }
    }

    /// <summary>The atoms of the chosen requests as pieces, in address order, with worths that vary by some percent.</summary>
    private void Collect()
    {
        _runs.Clear();
        var atoms = 0;
        foreach (var request in _chosen)
        {
            _runs.AddRange(_requests[request]);
            foreach (var run in _requests[request])
                atoms += run.Last - run.First + 1;
        }
        _runs.Sort(static (left, right) => left.First.CompareTo(right.First));
        var most = Math.Min(MostPieces, _filler.MostPieces);
        var vary = Next(4) == 0 ? 0 : 0.01 * (1 + Next(12));
        // Grouped so that a piece has at least some bytes, more where there are many atoms.
        var (each, bytes) = (atoms <= most ? 0 : _room * _chosen.Count / Math.Max(1, most - (2 * _runs.Count)), 0);
        each = atoms > most && most <= 2 * _runs.Count ? _room : each;
        _pieces.Clear();
        foreach (var run in _runs)
        {
            bytes = each == 0 ? 0 : Next(each + 1);
            for (int first = run.First, last; first <= run.Last; first = last + 1)
            {
                for (
                    last = first;
                    last < run.Last && _atoms.Gap[last] <= PduBudget.ResponseItem && _atoms.Span(first, last + 1) <= bytes;
                    last++
                ) { }
                bytes = each;
                var worth = 0.0;
                for (var atom = first; atom <= last; atom++)
                    worth += _worth[atom];
                _pieces.Add(new(new(first, last), (short)(worth * _scale * (1 + (vary * (Next(1000) - 500) / 1000)))));
            }
        }
        while (_pieces.Count > _filler.MostPieces && _chosen.Count > 2)
        {
            var dropped = _chosen[^1];
            _chosen.RemoveAt(_chosen.Count - 1);
            _pieces.RemoveAll(piece => _requestOf[piece.Run.First] == dropped);
        }
    }

    /// <summary>What is left, in as few bytes as the number of items allows.</summary>
    private List<AtomRun> Join(List<FillPiece> pieces)
    {
        var runs = new List<AtomRun>(pieces.Count);
        foreach (var piece in pieces)
        {
            if (runs.Count > 0 && runs[^1].Last + 1 == piece.Run.First && _atoms.Gap[runs[^1].Last] <= PduBudget.ResponseItem)
                runs[^1] = new(runs[^1].First, piece.Run.Last);
            else
                runs.Add(piece.Run);
        }
        while (runs.Count > _budget.Items)
        {
            var (narrowest, gap) = (-1, AtomList.Unbridgeable);
            for (var i = 0; i + 1 < runs.Count; i++)
            {
                if (runs[i].Last + 1 == runs[i + 1].First && _atoms.Gap[runs[i].Last] < gap)
                    (narrowest, gap) = (i, _atoms.Gap[runs[i].Last]);
            }
            if (narrowest < 0)
                break;
            runs[narrowest] = new(runs[narrowest].First, runs[narrowest + 1].Last);
            runs.RemoveAt(narrowest + 1);
        }
        return runs;
    }

    private int BytesOf(List<AtomRun> runs)
    {
        var bytes = 0;
        foreach (var run in runs)
            bytes += PduBudget.PaddedItem(_atoms.Span(run.First, run.Last));
        return bytes;
    }

    private int Next(int below)
    {
        _random ^= _random << 13;
        _random ^= _random >> 17;
        _random ^= _random << 5;
        return (int)(_random % (uint)below);
    }
}
