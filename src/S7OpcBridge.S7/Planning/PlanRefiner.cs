namespace S7OpcBridge.S7.Planning;

/// <summary>
/// Makes a draft cheaper without touching its requests: joins items that lie so near that their headers cost more than the gap (12 bytes asked and 4 answered,
/// and the price of an item where one is known), and opens gaps that nobody needs joined.
/// </summary>
internal sealed class PlanRefiner(AtomList atoms, PduBudget budget, int fairGap)
{
    internal void Polish(PlanDraft draft)
    {
        foreach (var request in draft.Requests)
        {
            request.Sort((left, right) => left.First.CompareTo(right.First));
            Join(request, AnswerBytes(request));
            Open(request, AnswerBytes(request));
        }
    }

    private int AnswerBytes(List<AtomRun> request)
    {
        var bytes = 0;
        foreach (var run in request)
            bytes += PduBudget.PaddedItem(atoms.Span(run.First, run.Last));
        return bytes;
    }

    private void Join(List<AtomRun> request, int bytes)
    {
        for (var i = 0; i + 1 < request.Count;)
        {
            var (left, right) = (request[i], request[i + 1]);
            var neighbours = right.First == left.Last + 1 && atoms.Gap[left.Last] < fairGap;
            var more = neighbours
                ? PduBudget.PaddedItem(atoms.Span(left.First, right.Last)) - PduBudget.PaddedItem(atoms.Span(left.First, left.Last)) - PduBudget.PaddedItem(atoms.Span(right.First, right.Last))
                : 0;
            if (!neighbours || (more > 0 && bytes + more > budget.PaddedRoom(anyOddItem: false)))
            {
                i++;
                continue;
            }
            request[i] = new(left.First, right.Last);
            request.RemoveAt(i + 1);
            bytes += more;
        }
    }

    private void Open(List<AtomRun> request, int bytes)
    {
        var wide = new PriorityQueue<int, int>();
        foreach (var run in request)
        {
            for (var atom = run.First; atom < run.Last; atom++)
            {
                if (atoms.Gap[atom] > fairGap)
                    wide.Enqueue(atom, -atoms.Gap[atom]);
            }
        }
        // Opening a gap this wide frees more of the answer than a header and a pad byte take.
        while (request.Count < budget.Items && wide.TryDequeue(out var atom, out _))
        {
            var index = request.FindIndex(run => run.First <= atom && atom < run.Last);
            var run = request[index];
            request[index] = new(run.First, atom);
            request.Insert(index + 1, new(atom + 1, run.Last));
        }
    }
}
