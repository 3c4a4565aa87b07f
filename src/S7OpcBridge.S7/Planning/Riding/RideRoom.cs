using System.Numerics;
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

/// <summary>Which runs of atoms ride in which requests of faster classes, and the ranges that the atoms were made from.</summary>
internal sealed class RideAssignment(
    AtomRun[] order,
    List<(ClassDraft Draft, int Request, AtomRun Run)> runs,
    int assigned,
    AtomList atoms,
    int[] candidates
)
{
    internal List<(ClassDraft Draft, int Request, AtomRun Run)> Runs => runs;

    /// <summary>The order of assignment.</summary>
    internal AtomRun[] Order => order;

    /// <summary>Number of assigned atoms.</summary>
    internal int Assigned => assigned;

    internal AtomList Atoms => atoms;

    /// <summary>The ranges that the atoms were made from, by their indexes in the class.</summary>
    internal int[] Candidates => candidates;

    /// <summary>Assigns a number of atoms, run by run in this order.</summary>
    internal static RideAssignment Assign(
        AtomRun[] order,
        int mostAtoms,
        IReadOnlyList<ClassDraft> faster,
        AtomList atoms,
        int[] candidates,
        PduBudget budget
    )
    {
        var room = new RideRoom(faster, atoms, budget);
        var assigned = room.Fill(order, mostAtoms);
        return new(order, room.Runs, assigned, atoms, candidates);
    }

    /// <summary>The ranges of the class that do not ride.</summary>
    internal List<int> Without(List<int> own)
    {
        var rides = new bool[atoms.Count];
        foreach (var (_, _, run) in runs)
            Array.Fill(rides, true, run.First, run.Last - run.First + 1);
        var left = new List<int>(own.Count);
        // Candidates are a subset of the class's ranges in the same order.
        var candidate = 0;
        foreach (var range in own)
        {
            var isCandidate = candidate < candidates.Length && candidates[candidate] == range;
            if (!isCandidate || !rides[atoms.FirstAtom[candidate]])
                left.Add(range);
            candidate += isCandidate ? 1 : 0;
        }
        return left;
    }
}

/// <summary>A request of a faster class with free space.</summary>
internal readonly record struct RequestFreeSpace(ClassDraft Draft, int Request, int Room, int Items);

/// <summary>The requests of one class by their free bytes.</summary>
internal sealed class RequestsByFreeBytes(int room)
{
    private readonly Stack<RequestFreeSpace>?[] _byRoom = new Stack<RequestFreeSpace>?[room + 1];
    private readonly ulong[] _occupied = new ulong[(room >> 6) + 1];

    /// <summary>Free bytes of the emptiest request; 0: there is none.</summary>
    internal int Widest
    {
        get
        {
            for (var word = _occupied.Length - 1; word >= 0; word--)
            {
                if (_occupied[word] != 0)
                    return (word << 6) + BitOperations.Log2(_occupied[word]);
            }
            return 0;
        }
    }

    /// <summary>Adds it, unless nothing more fits into it.</summary>
    internal void Put(in RequestFreeSpace place)
    {
        if (place.Items <= 0 || place.Room <= PduBudget.ResponseItem)
            return;
        (_byRoom[place.Room] ??= []).Push(place);
        _occupied[place.Room >> 6] |= 1UL << (place.Room & 63);
    }

    /// <summary>Removes and returns the fullest request with this many free bytes, at most <see cref="Widest"/>.</summary>
    internal RequestFreeSpace TakeFullest(int bytes)
    {
        var word = bytes >> 6;
        var bits = _occupied[word] & (ulong.MaxValue << (bytes & 63));
        while (bits == 0)
            bits = _occupied[++word];
        var found = (word << 6) + BitOperations.TrailingZeroCount(bits);
        var place = _byRoom[found]!.Pop();
        if (_byRoom[found]!.Count == 0)
            _occupied[found >> 6] &= ~(1UL << (found & 63));
        return place;
    }
}
