namespace S7OpcBridge.S7;

/// <summary>
/// Plans a class beside faster ones: looks what can ride with them, how many requests that saves, and lets no more ride than it takes to save them.
/// </summary>
internal static class RideFinder
{
    internal static ClassDraft Plan(PlanRange[] ranges, IReadOnlyList<ClassDraft> faster, PlanOptions options)
    {
        var slots = new ClassSlot[ranges.Length];
        var own = new List<int>(ranges.Length);
        var index = faster.Count;
        var carried = new CarriedBytes(faster);
        for (var i = 0; i < ranges.Length; i++)
        {
            if (ranges[i].Snapshot == 0 && carried.Find(ranges[i].Range) is { } found)
                slots[i] = found.Draft.Seat(found.Slot);
            else
                own.Add(i);
        }

        var plan = PlanOf(ranges, own, options);
        if (faster.Count > 0 && plan.Requests.Length > 0 && BestRides(ranges, own, faster, plan, options) is { } rides)
        {
            own = Board(ranges, own, rides, slots);
            plan = PlanOf(ranges, own, options);
        }
        for (var i = 0; i < own.Count; i++)
            slots[own[i]] = new(index, plan.Slots[i]);
        return new ClassDraft(index, plan, slots);
    }

    private static ReadPlan PlanOf(PlanRange[] ranges, List<int> chosen, PlanOptions options) =>
        ReadPlanner.Plan(chosen.Select(i => ranges[i]).ToArray(), options);

    /// <summary>The rides that save most requests, no more of them than needed; null where none is saved.</summary>
    private static Rides? BestRides(PlanRange[] ranges, List<int> own, IReadOnlyList<ClassDraft> faster, ReadPlan plan, PlanOptions options)
    {
        var budget = new PduBudget(options.PduSize, options.MaxItems);
        var candidates = own.Where(i => ranges[i].Snapshot == 0 && ranges[i].Range.ByteLength <= budget.LongestItem).ToArray();
        var atoms = AtomBuilder.Build(candidates.Select(i => ranges[i]).ToArray(), budget);
        var runs = Runs(atoms);
        Rides? best = null;
        var fewest = plan.Requests.Length;
        // Short runs save items, long ones bytes: whichever the class is short of.
        foreach (var order in (IEnumerable<AtomRun>[])[runs, runs.AsEnumerable().Reverse()])
        {
            var most = new RideSlack(faster, atoms, budget).Fill(order, atoms.Count);
            if (most == 0)
                return null;
            var saved = RequestsWithout(most);
            if (saved >= fewest)
                continue;
            fewest = saved;
            var (tooFew, enough) = (0, most);
            for (var steps = own.Count > 5000 ? 4 : 12; enough - tooFew > 1 && steps > 0; steps--)
            {
                var middle = (tooFew + enough) / 2;
                if (RequestsWithout(middle) <= fewest)
                    enough = middle;
                else
                    tooFew = middle;
            }
            best = Take(enough);

            Rides Take(int mostAtoms)
            {
                var slack = new RideSlack(faster, atoms, budget);
                slack.Fill(order, mostAtoms);
                return new(slack.Rides, atoms, candidates);
            }

            int RequestsWithout(int mostAtoms) => PlanOf(ranges, own.Except(Take(mostAtoms).Riders()).ToList(), options).Requests.Length;
        }
        return best;
    }

    /// <summary>Atoms with narrow gaps between them, the shortest run first.</summary>
    private static List<AtomRun> Runs(AtomList atoms)
    {
        var runs = new List<AtomRun>();
        for (int first = 0, last; first < atoms.Count; first = last + 1)
        {
            for (last = first; atoms.Gap[last] <= SequentialPacker.FreeGap; last++)
            {
            }
            runs.Add(new(first, last));
        }
        return [.. runs.OrderBy(run => atoms.Span(run.First, run.Last)).ThenBy(run => run.First)];
    }

    /// <summary>Adds the rides to the faster classes and gives their ranges their slots. Returns the ranges that are left.</summary>
    private static List<int> Board(PlanRange[] ranges, List<int> own, Rides rides, ClassSlot[] slots)
    {
        var seatOf = new (ClassDraft Draft, PlanSlot Slot, int Start)?[rides.Atoms.Count];
        foreach (var (draft, request, run) in rides.Runs)
        {
            var lane = rides.Atoms.Lanes[rides.Atoms.Lane[run.First]];
            var range = new S7Range(lane.Area, lane.Db, rides.Atoms.Start[run.First] / lane.Step, rides.Atoms.Span(run.First, run.Last) / lane.Step);
            var slot = draft.Carry(request, range);
            for (var atom = run.First; atom <= run.Last; atom++)
                seatOf[atom] = (draft, slot, rides.Atoms.Start[run.First]);
        }
        var left = new List<int>(own);
        for (var i = 0; i < rides.Candidates.Length; i++)
        {
            if (seatOf[rides.Atoms.FirstAtom[i]] is not { } seat)
                continue;
            var range = ranges[rides.Candidates[i]].Range;
            var start = range.Start * (range.ByteLength / range.Length);
            slots[rides.Candidates[i]] = seat.Draft.Seat(seat.Slot with { ImageOffset = seat.Slot.ImageOffset + start - seat.Start });
        }
        var riders = rides.Riders().ToHashSet();
        left.RemoveAll(riders.Contains);
        return left;
    }

    /// <summary>Runs with their seats, and the ranges that their atoms were made of.</summary>
    private sealed record Rides(List<(ClassDraft Draft, int Request, AtomRun Run)> Runs, AtomList Atoms, int[] Candidates)
    {
        internal IEnumerable<int> Riders()
        {
            var rides = new bool[Atoms.Count];
            foreach (var (_, _, run) in Runs)
                Array.Fill(rides, true, run.First, run.Last - run.First + 1);
            for (var i = 0; i < Candidates.Length; i++)
            {
                if (rides[Atoms.FirstAtom[i]])
                    yield return Candidates[i];
            }
        }
    }
}
