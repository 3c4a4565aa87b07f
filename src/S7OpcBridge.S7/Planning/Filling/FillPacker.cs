using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Filling;

/// <summary>
/// Fills request after request, each with the atoms of the highest worth that fit, out of its share of the map and what earlier requests have left. Random
/// choices come from a fixed seed, so the same map gives the same plan.
/// </summary>
internal sealed class FillPacker(AtomList atoms, PduBudget budget, List<SnapshotUnit> units)
{
    /// <summary>Pieces to choose from; more atoms are grouped.</summary>
    private const int MostPieces = 64;

    private readonly RequestFiller _filler = new(atoms, budget);
    private readonly int _room = budget.PaddedRoom(anyOddItem: false);
    private readonly List<FillPiece> _pieces = [];
    private uint _random = 2463534242;

    /// <summary>Table cells computed so far, the measure of effort.</summary>
    internal long Cells => _filler.Cells;

    /// <summary>A plan of as many requests as it takes.</summary>
    /// <param name="requests">The number to deal for.</param>
    /// <param name="worths">What the atoms are worth.</param>
    /// <param name="ahead">Shares given ahead of time.</param>
    /// <param name="choice">Runs that a request has to choose from at least.</param>
    internal PlanDraft Pack(int requests, AtomWorths worths, int ahead, int choice)
    {
        var draft = new PlanDraft();
        PlaceHeld(draft.Requests);
        while (draft.Requests.Count < requests)
            draft.Requests.Add([]);
        var used = draft.Requests.Select(request => request.Sum(atoms.AnswerBytes)).ToArray();
        // Joining wider gaps is never cheaper than a second item.
        var dealt = new DealtRuns(atoms, _room, worths.Header + 1, used, atom => !atoms.IsHeld(new(atom, atom)) && !IsAlone(atom));
        var pool = new List<AtomRun>();
        worths.Begin();
        for (var i = 0; !dealt.IsEmpty || pool.Count > 0; i++)
        {
            if (i == draft.Requests.Count)
                draft.Requests.Add([]);
            dealt.Take(i, ahead, choice, pool);
            CutPool(pool, worths);
            _filler.Fill(_pieces, draft.Requests[i]);
            worths.Take(draft.Requests[i], requests);
            JoinPool(pool, worths.Header);
        }
        draft.Requests.RemoveAll(static request => request.Count == 0);
        return draft;
    }

    /// <summary>With an odd PDU size, an atom that needs the last byte must be alone in its request.</summary>
    private bool IsAlone(int atom) => PduBudget.PaddedItem(atoms.Length[atom]) > _room;

    /// <summary>Snapshot groups, the largest first, each into the first request that takes it whole.</summary>
    private void PlaceHeld(List<List<AtomRun>> requests)
    {
        foreach (var unit in units.OrderByDescending(unit => unit.Bytes).ThenBy(unit => unit.Runs[0].First))
        {
            var request = requests.Find(request =>
                request.Count + unit.Runs.Count <= budget.Items && request.Sum(atoms.AnswerBytes) + unit.Bytes <= _room
            );
            if (request is null)
                requests.Add(request = []);
            request.AddRange(unit.Runs);
        }
        for (var atom = 0; _room != budget.Room && atom < atoms.Count; atom++)
        {
            if (IsAlone(atom))
                requests.Add([new(atom, atom)]);
        }
    }

    /// <summary>Cuts the pool into pieces in address order: atoms, or groups of near ones where there are too many.</summary>
    private void CutPool(List<AtomRun> pool, AtomWorths worths)
    {
        pool.Sort(static (left, right) => left.First.CompareTo(right.First));
        var (count, bytes) = (0, 0);
        foreach (var run in pool)
            (count, bytes) = (count + run.Last - run.First + 1, bytes + atoms.Span(run.First, run.Last));
        var each = count <= MostPieces ? 0 : Math.Min(_room / 2, bytes / Math.Max(1, MostPieces - (2 * pool.Count)));
        var scale = RequestFiller.MostWorth / AtomWorths.Most / (worths.Capacity + 8);
        _pieces.Clear();
        foreach (var run in pool)
        {
            // The first group of a run is shorter, so that cuts are not at the same places every time.
            var longest = each == 0 ? 0 : Next(each + 1);
            for (int first = run.First, last; first <= run.Last; first = last + 1, longest = each)
            {
                for (
                    last = first;
                    last < run.Last && atoms.Gap[last] <= PduBudget.FreeGap && atoms.Span(first, last + 1) <= longest;
                    last++
                ) { }
                _pieces.Add(new(new(first, last), (short)Math.Max(1, worths.Of(new(first, last)) * scale)));
            }
        }
    }

    /// <summary>What was not chosen, in runs.</summary>
    private void JoinPool(List<AtomRun> pool, int header)
    {
        pool.Clear();
        foreach (var piece in _pieces)
        {
            if (pool.Count > 0 && pool[^1].Last + 1 == piece.Run.First && atoms.Gap[pool[^1].Last] <= header + 1)
                pool[^1] = new(pool[^1].First, piece.Run.Last);
            else
                pool.Add(piece.Run);
        }
    }

    private int Next(int below)
    {
        _random ^= _random << 13;
        _random ^= _random >> 17;
        _random ^= _random << 5;
        return (int)(_random % (uint)below);
    }
}
