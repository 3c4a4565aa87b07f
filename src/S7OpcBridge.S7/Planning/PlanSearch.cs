namespace S7OpcBridge.S7;

/// <summary>
/// Looks for the fewest requests: begins with what address order gives, then tries from the lower bound upwards to do with fewer, each number in several ways.
/// Of drafts with equally many requests the one with fewer bytes wins.
/// </summary>
internal static class PlanSearch
{
    private static readonly SpreadStrategy[] Strategies =
    [
        .. from joining in (double[])[0, 0.5, 0.9]
           from whole in (double[])[0.125, 1]
           from deal in (bool[])[true, false]
           from coarse in (bool[])[false, true]
           select new SpreadStrategy(joining, whole, deal, coarse),
    ];

    internal static PlanDraft Run(AtomList atoms, PduBudget budget, int lowerBound)
    {
        var best = new SequentialPacker(atoms, budget).Pack();
        var polisher = new PlanPolisher(atoms, budget);
        polisher.Polish(best);
        if (atoms.Count == 0)
            return best;
        var packer = new SpreadPacker(atoms, budget);
        for (var requests = lowerBound; requests <= best.Requests.Count; requests++)
        {
            var found = false;
            foreach (var strategy in Strategies)
            {
                if (packer.TryPack(requests, strategy) is not { } draft)
                    continue;
                found = true;
                polisher.Polish(draft);
                if (IsBetter(draft, best, atoms))
                    best = draft;
                break;
            }
            if (found)
                break;
        }
        return best;
    }

    private static bool IsBetter(PlanDraft draft, PlanDraft best, AtomList atoms) =>
        draft.Requests.Count != best.Requests.Count ? draft.Requests.Count < best.Requests.Count : draft.TotalBytes(atoms) < best.TotalBytes(atoms);
}
