using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Filling;

/// <summary>
/// Fills one request after the other in address order, each with as many atoms as possible: items are split at the widest gaps until the items run out, other
/// gaps are read. Optimal for requests of neighbouring atoms and easy to read; where one part of the map is short of items and another of bytes, mixing them
/// needs fewer requests.
/// </summary>
internal sealed class SequentialPacker(AtomList atoms, PduBudget budget)
{
    private readonly PriorityQueue<int, int> _open = new();
    private readonly int[] _free = [.. Enumerable.Range(0, atoms.Count).Where(atom => !atoms.IsHeld(new(atom, atom)))];

    internal PlanDraft Pack(List<SnapshotUnit> units)
    {
        var draft = new PlanDraft();
        for (var next = 0; next < _free.Length; )
        {
            var (request, last) = Fill(next);
            next = last + 1;
            draft.Requests.Add(request);
        }
        foreach (var unit in units)
            draft.Requests.Add([.. unit.Runs]);
        return draft;
    }

    /// <summary>The gap after a position in the order; never joined where atoms of a snapshot are in between.</summary>
    private int Gap(int place) => _free[place + 1] == _free[place] + 1 ? atoms.Gap[_free[place]] : AtomList.Unbridgeable;

    private (List<AtomRun> Request, int Last) Fill(int first)
    {
        _open.Clear();
        var unbridgeable = 0;
        var bytes = PduBudget.ResponseItem + atoms.Length[_free[first]];
        var last = first;
        while (last + 1 < _free.Length)
        {
            var gap = Gap(last);
            var candidate = last + 1;
            bytes += atoms.Length[_free[candidate]] + Math.Min(gap, PduBudget.FreeGap);
            if (gap > PduBudget.FreeGap)
            {
                _open.Enqueue(last, gap);
                unbridgeable += gap == AtomList.Unbridgeable ? 1 : 0;
                if (unbridgeable >= budget.Items)
                    break;
                if (_open.Count >= budget.Items)
                    bytes += Gap(_open.Dequeue()) - PduBudget.FreeGap;
            }
            if (bytes > budget.Room)
                break;
            last = candidate;
        }
        // The estimate ignores padding, and the last attempt may have joined a gap without need: builds the request and shortens it until it fits.
        while (true)
        {
            var request = Build(first, last);
            if (Fits(request) || first == last)
                return (request, last);
            last--;
        }
    }

    /// <summary>The best items over these atoms: splits at all gaps except free ones, then joins the narrowest until the number of items fits.</summary>
    private List<AtomRun> Build(int first, int last)
    {
        _open.Clear();
        for (var i = first; i < last; i++)
        {
            if (Gap(i) <= PduBudget.FreeGap)
                continue;
            _open.Enqueue(i, Gap(i));
            if (_open.Count >= budget.Items)
                _open.Dequeue();
        }
        var cuts = _open.UnorderedItems.Select(item => item.Element).Order().ToArray();
        var request = new List<AtomRun>(cuts.Length + 1);
        foreach (var cut in cuts)
        {
            request.Add(new(_free[first], _free[cut]));
            first = cut + 1;
        }
        request.Add(new(_free[first], _free[last]));
        return request;
    }

    private bool Fits(List<AtomRun> request)
    {
        var bytes = 0;
        var anyOdd = false;
        foreach (var run in request)
        {
            var span = atoms.Span(run.First, run.Last);
            bytes += PduBudget.PaddedItem(span);
            anyOdd |= (span & 1) != 0;
        }
        return bytes <= budget.PaddedRoom(anyOdd);
    }
}
