namespace S7OpcBridge.S7;

/// <summary>
/// Fills request after request in address order, each with as many atoms as it can take: among the gaps inside, the widest stay open until the items run out,
/// the others are read along. Best possible for requests of neighbours, and tidy to look at; where one part of the map is short of items and another
/// of bytes, mixing them needs fewer.
/// </summary>
internal sealed class SequentialPacker(AtomList atoms, PduBudget budget)
{
    /// <summary>A gap up to here never costs an answer more than the item that it saves.</summary>
    internal const int FreeGap = PduBudget.ResponseItem;

    private readonly PriorityQueue<int, int> _open = new();

    internal PlanDraft Pack()
    {
        var draft = new PlanDraft();
        for (var next = 0; next < atoms.Count;)
        {
            var request = Fill(next);
            next = request[^1].Last + 1;
            draft.Requests.Add(request);
        }
        return draft;
    }

    private List<AtomRun> Fill(int first)
    {
        _open.Clear();
        var unbridgeable = 0;
        var bytes = PduBudget.ResponseItem + atoms.Length[first];
        var last = first;
        while (last + 1 < atoms.Count)
        {
            var gap = atoms.Gap[last];
            var candidate = last + 1;
            bytes += atoms.Length[candidate] + Math.Min(gap, FreeGap);
            if (gap > FreeGap)
            {
                _open.Enqueue(last, gap);
                unbridgeable += gap == AtomList.Unbridgeable ? 1 : 0;
                if (unbridgeable >= budget.Items)
                    break;
                if (_open.Count >= budget.Items)
                    bytes += atoms.Gap[_open.Dequeue()] - FreeGap;
            }
            if (bytes > budget.Room)
                break;
            last = candidate;
        }
        // The estimate knows no padding, and the last attempt may have closed a gap in vain: build, and shorten until it fits.
        while (true)
        {
            var request = Build(first, last);
            if (Fits(request) || first == last)
                return request;
            last--;
        }
    }

    /// <summary>The best items over these atoms: all gaps open but the free ones, then the narrowest closed until there are few enough items.</summary>
    private List<AtomRun> Build(int first, int last)
    {
        _open.Clear();
        for (var i = first; i < last; i++)
        {
            if (atoms.Gap[i] <= FreeGap)
                continue;
            _open.Enqueue(i, atoms.Gap[i]);
            if (_open.Count >= budget.Items)
                _open.Dequeue();
        }
        var cuts = _open.UnorderedItems.Select(item => item.Element).Order().ToArray();
        var request = new List<AtomRun>(cuts.Length + 1);
        foreach (var cut in cuts)
        {
            request.Add(new(first, cut));
            first = cut + 1;
        }
        request.Add(new(first, last));
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
