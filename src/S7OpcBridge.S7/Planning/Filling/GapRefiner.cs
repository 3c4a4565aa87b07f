using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Filling;

/// <summary>
/// Reduces the cost of a draft without changing its number of requests: joins items so close together that their headers (12 bytes in the request, 4 in the
/// answer, plus the cost of an item where known) cost more than the gap, and splits items at gaps that need not be read.
/// </summary>
internal sealed class GapRefiner(AtomList atoms, PduBudget budget, int fairGap)
{
    internal void Refine(PlanDraft draft)
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
        for (var i = 0; i + 1 < request.Count; )
        {
            var (left, right) = (request[i], request[i + 1]);
            var neighbours = right.First == left.Last + 1 && atoms.Gap[left.Last] < fairGap;
            var more = neighbours
                ? PduBudget.PaddedItem(atoms.Span(left.First, right.Last))
                    - PduBudget.PaddedItem(atoms.Span(left.First, left.Last))
                    - PduBudget.PaddedItem(atoms.Span(right.First, right.Last))
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
        // Splitting at a gap of this width frees more of the answer than a header and a pad byte need.
        while (request.Count < budget.Items && wide.TryDequeue(out var atom, out _))
        {
            var index = request.FindIndex(run => run.First <= atom && atom < run.Last);
            var run = request[index];
            request[index] = new(run.First, atom);
            request.Insert(index + 1, new(atom + 1, run.Last));
        }
    }
}
