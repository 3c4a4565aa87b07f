using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Riding;

/// <summary>The free space in the requests of faster classes, and the runs of atoms assigned to it.</summary>
internal sealed class RideRoom
{
    private readonly AtomList _atoms;
    private readonly List<RequestsByFreeBytes> _classes = [];

    internal RideRoom(IReadOnlyList<ClassDraft> faster, AtomList atoms, PduBudget budget)
    {
        _atoms = atoms;
        var room = budget.PaddedRoom(anyOddItem: false);
        // The next faster class is used first, because its requests repeat what rides in them least often.
        for (var draft = faster.Count - 1; draft >= 0; draft--)
        {
            var byRoom = new RequestsByFreeBytes(room);
            for (var request = faster[draft].Requests - 1; request >= 0; request--)
            {
                var items = faster[draft].Items(request);
                var left = room;
                foreach (var item in items)
                    left -= PduBudget.PaddedItem(item.Range.ByteLength);
                byRoom.Put(new(faster[draft], request, left, budget.Items - items.Count));
            }
            _classes.Add(byRoom);
        }
    }

    /// <summary>The assigned runs with their class and request.</summary>
    internal List<(ClassDraft Draft, int Request, AtomRun Run)> Runs { get; } = [];

    /// <summary>
    /// Assigns runs in this order until the given number of atoms is reached or nothing fits; a run that fits nowhere completely is cut between atoms. Returns
    /// the number of assigned atoms.
    /// </summary>
    internal int Fill(IEnumerable<AtomRun> runs, int mostAtoms)
    {
        var assigned = 0;
        foreach (var run in runs)
        {
            for (var first = run.First; first <= run.Last && assigned < mostAtoms; )
            {
                var last = Math.Min(run.Last, first + mostAtoms - assigned - 1);
                var byRoom = SlowestWith(PduBudget.PaddedItem(_atoms.Span(first, last)));
                if (byRoom is null)
                {
                    byRoom = Widest();
                    if (byRoom.Widest == 0)
                        return assigned;
                    last = _atoms.LastWithin(first, last, byRoom.Widest);
                    if (last < first)
                        break;
                    Assign(new(first, last), byRoom, byRoom.Widest);
                }
                else
                {
                    Assign(new(first, last), byRoom, PduBudget.PaddedItem(_atoms.Span(first, last)));
                }
                assigned += last - first + 1;
                first = last + 1;
            }
        }
        return assigned;
    }

    private void Assign(AtomRun run, RequestsByFreeBytes byRoom, int room)
    {
        var place = byRoom.TakeFullest(room);
        Runs.Add((place.Draft, place.Request, run));
        byRoom.Put(place with { Room = place.Room - PduBudget.PaddedItem(_atoms.Span(run.First, run.Last)), Items = place.Items - 1 });
    }

    /// <summary>The slowest class that has a request with this many free bytes.</summary>
    private RequestsByFreeBytes? SlowestWith(int bytes)
    {
        foreach (var byRoom in _classes)
        {
            if (byRoom.Widest >= bytes)
                return byRoom;
        }
        return null;
    }

    private RequestsByFreeBytes Widest()
    {
        var widest = _classes[0];
        foreach (var byRoom in _classes)
        {
            if (byRoom.Widest > widest.Widest)
                widest = byRoom;
        }
        return widest;
    }
}
