namespace S7OpcBridge.S7;

/// <summary>What the requests of faster classes have left, and which runs of atoms are put into it.</summary>
internal sealed class RideSlack
{
    private readonly AtomList _atoms;
    private readonly List<Seat> _seats = [];

    internal RideSlack(IReadOnlyList<ClassDraft> faster, AtomList atoms, PduBudget budget)
    {
        _atoms = atoms;
        // The next faster class first: what rides there is read less often in vain.
        for (var draft = faster.Count - 1; draft >= 0; draft--)
        {
            for (var request = 0; request < faster[draft].Requests; request++)
            {
                var items = faster[draft].Items(request);
                var room = budget.PaddedRoom(anyOddItem: false) - items.Sum(item => PduBudget.PaddedItem(item.Range.ByteLength));
                if (room > PduBudget.ResponseItem && items.Count < budget.Items)
                    _seats.Add(new(faster[draft], request) { Room = room, Items = budget.Items - items.Count });
            }
        }
    }

    /// <summary>The runs that ride, and in which request of which class.</summary>
    internal List<(ClassDraft Draft, int Request, AtomRun Run)> Rides { get; } = [];

    /// <summary>Seats runs in this order until so many atoms ride or nothing fits any more; a run that fits nowhere whole is cut between atoms. Returns the atoms that ride.</summary>
    internal int Fill(IEnumerable<AtomRun> runs, int mostAtoms)
    {
        var seated = 0;
        foreach (var run in runs)
        {
            for (var first = run.First; first <= run.Last && seated < mostAtoms && _seats.Count > 0;)
            {
                var most = Math.Min(run.Last, first + mostAtoms - seated - 1);
                var seat = Fullest(PduBudget.PaddedItem(_atoms.Span(first, most)));
                var last = most;
                if (seat is null)
                {
                    seat = _seats.MaxBy(candidate => candidate.Room)!;
                    last = _atoms.LastWithin(first, most, seat.Room);
                    if (last < first)
                        break;
                }
                Take(seat, new(first, last));
                seated += last - first + 1;
                first = last + 1;
            }
        }
        return seated;
    }

    /// <summary>Of the slowest class that has room, the fullest request.</summary>
    private Seat? Fullest(int bytes)
    {
        Seat? best = null;
        foreach (var seat in _seats)
        {
            if (seat.Room >= bytes && (best is null || (seat.Draft == best.Draft && seat.Room < best.Room)))
                best = seat;
        }
        return best;
    }

    private void Take(Seat seat, AtomRun run)
    {
        Rides.Add((seat.Draft, seat.Request, run));
        seat.Room -= PduBudget.PaddedItem(_atoms.Span(run.First, run.Last));
        if (--seat.Items == 0 || seat.Room <= PduBudget.ResponseItem)
            _seats.Remove(seat);
    }

    private sealed class Seat(ClassDraft draft, int request)
    {
        internal ClassDraft Draft => draft;

        internal int Request => request;

        internal int Room { get; set; }

        internal int Items { get; set; }
    }
}
