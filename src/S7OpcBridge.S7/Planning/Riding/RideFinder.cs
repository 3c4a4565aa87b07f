using S7OpcBridge.S7.Planning.Bounding;
using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Riding;

/// <summary>
/// Plans a class beside faster ones: finds how many requests are saved where some of its ranges ride in requests of faster classes, and lets the fewest ride
/// that save as many.
/// </summary>
internal sealed class RideFinder
{
    /// <summary>Number of ranges from which on only one plan is tried, for speed.</summary>
    private const int Many = 5_000;

    private readonly PlanRange[] _ranges;
    private readonly IReadOnlyList<ClassDraft> _faster;
    private readonly PlanOptions _options;
    private readonly PduBudget _budget;
    private readonly ClassSlot[] _slots;

    private RideFinder(PlanRange[] ranges, IReadOnlyList<ClassDraft> faster, PlanOptions options)
    {
        (_ranges, _faster, _options) = (ranges, faster, options);
        _budget = new PduBudget(options.PduSize, options.MaxItems);
        _slots = new ClassSlot[ranges.Length];
    }

    internal static ClassDraft Plan(PlanRange[] ranges, IReadOnlyList<ClassDraft> faster, PlanOptions options) =>
        new RideFinder(ranges, faster, options).Plan();

    private ClassDraft Plan()
    {
        var own = AssignAlreadyRead();
        var (rides, plan) = _faster.Count > 0 && own.Count > 0 ? FewestRides(own) : (null, PlanOf(own));
        if (rides is not null)
        {
            Add(rides);
            own = rides.Without(own);
        }
        for (var i = 0; i < own.Count; i++)
            _slots[own[i]] = new(_faster.Count, plan.Slots[i]);
        return new ClassDraft(_faster.Count, plan, _slots);
    }

    /// <summary>Assigns slots to ranges that a faster class already reads; returns the others.</summary>
    private List<int> AssignAlreadyRead()
    {
        var own = new List<int>(_ranges.Length);
        var read = new FasterReads(_faster);
        for (var i = 0; i < _ranges.Length; i++)
        {
            if (_ranges[i].Snapshot == 0 && read.Find(_ranges[i].Range) is { } found)
                _slots[i] = found.Draft.AddRider(found.Slot);
            else
                own.Add(i);
        }
        // In address order, so that selections from them need no sorting.
        own.Sort((left, right) => Address(left).CompareTo(Address(right)));
        return own;
    }

    private AtomPiece Address(int index) =>
        new(new(_ranges[index].Range.Area, _ranges[index].Range.Db, 0), _ranges[index].Range.Start, _ranges[index].Range.End, index);

    private PlanRange[] Choose(List<int> chosen)
    {
        var ranges = new PlanRange[chosen.Count];
        for (var i = 0; i < ranges.Length; i++)
            ranges[i] = _ranges[chosen[i]];
        return ranges;
    }

    private ReadPlan PlanOf(List<int> chosen, int enough = 0) => ReadPlanner.Plan(Choose(chosen), _options, enough);

    /// <summary>
    /// The assignment that saves most requests with the fewest rides, and the plan of the remaining ranges; null where none is saved.
    /// </summary>
    private (RideAssignment? Rides, ReadPlan Plan) FewestRides(List<int> own)
    {
        var candidates = own.FindAll(i => _ranges[i].Snapshot == 0 && _ranges[i].Range.ByteLength <= _budget.LongestItem).ToArray();
        var atoms = AtomBuilder.Build(Choose([.. candidates]), _budget);
        var whole = AtomBuilder.BuildForBound(Choose(own), _budget);
        var bound = ReadPlanner.LowerBound(whole, _budget, out var price);
        var runs = Runs(atoms);
        // Short runs save items, long ones bytes, whichever is scarce in the class. The bound estimates the saving much faster than a plan and is rarely wrong.
        var (shortFirst, longFirst) = (Assign(runs, atoms.Count), Assign([.. runs.Reverse()], atoms.Count));
        if (shortFirst.Assigned == 0)
            return (null, PlanOf(own));
        var all = Count(longFirst) < Count(shortFirst) ? longFirst : shortFirst;
        var plan = PlanOf(all.Without(own));
        if (
            plan.Requests.Length >= bound
            && PlanOf(own, plan.Requests.Length) is var alone
            && alone.Requests.Length <= plan.Requests.Length
        )
            return (null, alone);
        return Fewest(all, plan);

        RideAssignment Assign(AtomRun[] order, int mostAtoms) =>
            RideAssignment.Assign(order, mostAtoms, _faster, atoms, candidates, _budget);

        int Count(RideAssignment rides) => PriceBound.Near(AtomBuilder.BuildForBound(Choose(rides.Without(own)), _budget), _budget, price);

        // Halves the number of rides while the plan stays as short, first by the bound, then by plans.
        (RideAssignment, ReadPlan) Fewest(RideAssignment best, ReadPlan shortest)
        {
            var (tooFew, enough, bound) = (0, best, Count(best));
            for (var steps = 8; enough.Assigned - tooFew > 1 && steps > 0; steps--)
            {
                var some = Assign(all.Order, (tooFew + enough.Assigned) / 2);
                if (Count(some) <= bound)
                    enough = some;
                else
                    tooFew = some.Assigned;
            }
            for (var steps = own.Count > Many ? 1 : 4; best.Assigned > enough.Assigned && steps > 0; steps--)
            {
                var tried = PlanOf(enough.Without(own), shortest.Requests.Length);
                if (tried.Requests.Length <= shortest.Requests.Length)
                    return (enough, tried);
                enough = Assign(all.Order, (best.Assigned + enough.Assigned + 1) / 2);
            }
            return (best, shortest);
        }
    }

    /// <summary>Atoms with narrow gaps between them as runs, the shortest first.</summary>
    private static AtomRun[] Runs(AtomList atoms)
    {
        var runs = new List<AtomRun>();
        for (int first = 0, last; first < atoms.Count; first = last + 1)
        {
            for (last = first; atoms.Gap[last] <= PduBudget.FreeGap; last++) { }
            runs.Add(new(first, last));
        }
        return [.. runs.OrderBy(run => atoms.Span(run.First, run.Last)).ThenBy(run => run.First)];
    }

    /// <summary>Adds what rides to the requests of the faster classes and assigns its slots.</summary>
    private void Add(RideAssignment rides)
    {
        var atoms = rides.Atoms;
        var placeOf = new (ClassDraft Draft, PlanSlot Slot, int Start)?[atoms.Count];
        foreach (var (draft, request, run) in rides.Runs)
        {
            var lane = atoms.Lanes[atoms.Lane[run.First]];
            var slot = draft.AddItem(
                request,
                new S7Range(lane.Area, lane.Db, atoms.Start[run.First] / lane.Step, atoms.Span(run.First, run.Last) / lane.Step)
            );
            for (var atom = run.First; atom <= run.Last; atom++)
                placeOf[atom] = (draft, slot, atoms.Start[run.First]);
        }
        for (var i = 0; i < rides.Candidates.Length; i++)
        {
            if (placeOf[atoms.FirstAtom[i]] is not { } place)
                continue;
            var range = _ranges[rides.Candidates[i]].Range;
            var start = range.Start * (range.ByteLength / range.Length);
            _slots[rides.Candidates[i]] = place.Draft.AddRider(
                place.Slot with
                {
                    ImageOffset = place.Slot.ImageOffset + start - place.Start,
                }
            );
        }
    }
}
