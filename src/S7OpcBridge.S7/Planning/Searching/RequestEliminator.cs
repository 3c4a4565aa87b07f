using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;
using S7OpcBridge.S7.Planning.Packing;

namespace S7OpcBridge.S7.Planning.Searching;

/// <summary>
/// Tries to eliminate one request: moves the items of the emptiest one to the others, by moving a shorter item away where that makes room, or by cutting.
/// </summary>
internal sealed class RequestEliminator(AtomList atoms, PduBudget budget)
{
    private readonly int _limit = budget.PaddedRoom(anyOddItem: false);

    /// <summary>A draft with fewer requests, or null.</summary>
    internal PlanDraft? TryEliminate(PlanDraft draft)
    {
        if (draft.Requests.Count < 2)
            return null;
        var requests = draft.Requests.ConvertAll(request => new List<AtomRun>(request));
        var room = requests.ConvertAll(request => _limit - request.Sum(Bytes)).ToArray();
        var emptiest = -1;
        for (var i = 0; i < room.Length; i++)
        {
            if ((emptiest < 0 || room[i] > room[emptiest]) && !requests[i].Exists(atoms.IsHeld))
                emptiest = i;
        }
        if (emptiest < 0)
            return null;
        var waiting = requests[emptiest];
        requests.RemoveAt(emptiest);
        room = [.. room.Where((_, index) => index != emptiest)];
        waiting.Sort(
            (left, right) => Bytes(left) != Bytes(right) ? Bytes(right).CompareTo(Bytes(left)) : left.First.CompareTo(right.First)
        );
        if (waiting.Sum(Bytes) > room.Sum())
            return null;

        for (var next = 0; next < waiting.Count; next++)
        {
            if (TryPut(requests, room, waiting[next]) || TryMakeRoom(requests, room, waiting[next]))
                continue;
            if (waiting[next].First == waiting[next].Last || waiting.Count > 4 * budget.Items)
                return null;
            var middle = (waiting[next].First + waiting[next].Last) / 2;
            waiting.Add(new(waiting[next].First, middle));
            waiting.Add(new(middle + 1, waiting[next].Last));
        }
        var shorter = new PlanDraft();
        shorter.Requests.AddRange(requests);
        return shorter;
    }

    private int Bytes(AtomRun run) => PduBudget.PaddedItem(atoms.Span(run.First, run.Last));

    /// <summary>Puts a run into the fullest request that takes it.</summary>
    private bool TryPut(List<List<AtomRun>> requests, int[] room, AtomRun run, int except = -1)
    {
        var (best, bytes) = (-1, Bytes(run));
        for (var i = 0; i < room.Length; i++)
        {
            if (i != except && room[i] >= bytes && requests[i].Count < budget.Items && (best < 0 || room[i] < room[best]))
                best = i;
        }
        if (best < 0)
            return false;
        requests[best].Add(run);
        room[best] -= bytes;
        return true;
    }

    /// <summary>Finds a place by moving one shorter item to another request.</summary>
    private bool TryMakeRoom(List<List<AtomRun>> requests, int[] room, AtomRun run)
    {
        var bytes = Bytes(run);
        var widest = 0;
        for (var i = 0; i < room.Length; i++)
            widest = requests[i].Count < budget.Items ? Math.Max(widest, room[i]) : widest;
        var (best, bestItem, bestMoved) = (-1, -1, int.MaxValue);
        for (var i = 0; i < room.Length; i++)
        {
            for (var item = 0; item < requests[i].Count; item++)
            {
                var moved = Bytes(requests[i][item]);
                if (
                    moved <= widest
                    && moved < bytes
                    && room[i] + moved >= bytes
                    && moved < bestMoved
                    && !atoms.IsHeld(requests[i][item])
                    && HasRoomElsewhere(requests, room, moved, i)
                )
                    (best, bestItem, bestMoved) = (i, item, moved);
            }
        }
        if (best < 0)
            return false;
        var evicted = requests[best][bestItem];
        requests[best][bestItem] = run;
        room[best] += bestMoved - bytes;
        return TryPut(requests, room, evicted, best);
    }

    private bool HasRoomElsewhere(List<List<AtomRun>> requests, int[] room, int bytes, int except)
    {
        for (var i = 0; i < room.Length; i++)
        {
            if (i != except && room[i] >= bytes && requests[i].Count < budget.Items)
                return true;
        }
        return false;
    }
}
