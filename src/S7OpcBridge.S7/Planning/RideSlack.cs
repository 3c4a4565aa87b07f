namespace S7OpcBridge.S7;

/// <summary>What the requests of faster classes have left, and which runs of atoms are put into it.</summary>
internal sealed class RideSlack
{
    private readonly AtomList _atoms;
    private readonly List<SeatShelf> _classes = [];

    internal RideSlack(IReadOnlyList<ClassDraft> faster, AtomList atoms, PduBudget budget)
    {
        _atoms = atoms;
        var room = budget.PaddedRoom(anyOddItem: false);
        // The next faster class first: what rides there is read less often in vain.
        for (var draft = faster.Count - 1; draft >= 0; draft--)
        {
            var shelf = new SeatShelf(room);
            for (var request = faster[draft].Requests - 1; request >= 0; request--)
            {
                var items = faster[draft].Items(request);
                var left = room;
                foreach (var item in items)
                    left -= PduBudget.PaddedItem(item.Range.ByteLength);
                shelf.Put(new(faster[draft], request, left, budget.Items - items.Count));
            }
            _classes.Add(shelf);
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
            for (var first = run.First; first <= run.Last && seated < mostAtoms;)
            {
                var last = Math.Min(run.Last, first + mostAtoms - seated - 1);
                var shelf = SlowestWith(PduBudget.PaddedItem(_atoms.Span(first, last)));
                if (shelf is null)
                {
                    shelf = Widest();
                    if (shelf.Widest == 0)
                        return seated;
                    last = _atoms.LastWithin(first, last, shelf.Widest);
                    if (last < first)
                        break;
                    Seat(new(first, last), shelf, shelf.Widest);
                }
                else
                {
                    Seat(new(first, last), shelf, PduBudget.PaddedItem(_atoms.Span(first, last)));
                }
                seated += last - first + 1;
                first = last + 1;
            }
        }
        return seated;
    }

    private void Seat(AtomRun run, SeatShelf shelf, int room)
    {
        var seat = shelf.TakeFullest(room);
        Rides.Add((seat.Draft, seat.Request, run));
        shelf.Put(seat with { Room = seat.Room - PduBudget.PaddedItem(_atoms.Span(run.First, run.Last)), Items = seat.Items - 1 });
    }

    /// <summary>Of the classes with a request that takes so many bytes the slowest.</summary>
    private SeatShelf? SlowestWith(int bytes)
    {
        foreach (var shelf in _classes)
        {
            if (shelf.Widest >= bytes)
                return shelf;
        }
        return null;
    }

    private SeatShelf Widest()
    {
        var widest = _classes[0];
        foreach (var shelf in _classes)
        {
            if (shelf.Widest > widest.Widest)
                widest = shelf;
        }
        return widest;
    }
}
