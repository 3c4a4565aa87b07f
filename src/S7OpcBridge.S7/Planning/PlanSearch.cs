namespace S7OpcBridge.S7;

/// <summary>
/// Looks for the fewest requests: begins with what address order gives, then tries from the lower bound upwards to do with fewer, each number in several ways.
/// Of drafts with equally many requests the one with fewer bytes wins.
/// </summary>
internal static class PlanSearch
{
    /// <summary>Atoms that are packed in all attempts together, roughly: a third of a second's worth.</summary>
    private const int Effort = 1_000_000;

    internal static PlanDraft Run(AtomList map, PduBudget budget, List<SnapshotUnit> units, int lowerBound)
    {
        var atoms = map.Hold(units);
        var best = new SequentialPacker(atoms, budget).Pack(units);
        var polisher = new PlanPolisher(map, budget);
        polisher.Polish(best);
        if (atoms.Count == 0)
            return best;
        var packer = new SpreadPacker(atoms, budget, units);
        var squeezer = new RequestSqueezer(atoms, budget);
        var attempts = Math.Clamp(Effort / atoms.Count, 24, 1000);
        var reached = new List<(int Requests, SpreadStrategy Strategy)>();
        foreach (var strategy in SpreadStrategy.All.Take(attempts))
        {
            var draft = packer.TryPack(lowerBound, strategy, mayGrow: true)!;
            attempts--;
            polisher.Polish(draft);
            while (draft.Requests.Count > lowerBound && draft.Requests.Count <= best.Requests.Count + 1 && squeezer.TrySqueeze(draft) is { } squeezed)
                draft = squeezed;
            reached.Add((draft.Requests.Count, strategy));
            if (IsBetter(draft, best, atoms))
                best = draft;
        }
        // The promising ones again, with a number of requests to keep to: what they are spread over decides how they come out.
        var promising = reached.OrderBy(entry => entry.Requests).Select(entry => entry.Strategy).ToArray();
        var step = Math.Max(1, (best.Requests.Count - lowerBound) * promising.Length / Math.Max(1, attempts));
        for (var requests = lowerBound; requests < best.Requests.Count; requests += step)
        {
            foreach (var strategy in promising)
            {
                if (attempts-- <= 0)
                    return best;
                if (packer.TryPack(requests, strategy, mayGrow: false) is not { } draft)
                    continue;
                polisher.Polish(draft);
                if (IsBetter(draft, best, atoms))
                    best = draft;
                break;
            }
        }
        return best;
    }

    private static bool IsBetter(PlanDraft draft, PlanDraft best, AtomList atoms) =>
        draft.Requests.Count != best.Requests.Count ? draft.Requests.Count < best.Requests.Count : draft.TotalBytes(atoms) < best.TotalBytes(atoms);
}
