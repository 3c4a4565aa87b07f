namespace S7OpcBridge.S7.Planning;

/// <summary>
/// Looks for the fewest requests: begins with what address order gives, then tries from the lower bound upwards to do with fewer, each number in several ways.
/// Of drafts with equally many requests the cheaper one wins. Prices choose between what was found and never steer the search, so no price costs a request.
/// </summary>
internal static class PlanSearch
{
    /// <summary>Atoms that are packed in all attempts together, roughly: a third of a second's worth.</summary>
    private const int Effort = 1_000_000;

    /// <summary>Atoms from which on only strategies that came near are tried again.</summary>
    private const int Large = 5_000;

    internal static PlanDraft Run(AtomList map, PduBudget budget, List<SnapshotUnit> units, int lowerBound, S7Prices prices)
    {
        var atoms = map.Hold(units);
        var best = new SequentialPacker(atoms, budget).Pack(units);
        var polisher = new PlanRefiner(map, budget, default(S7Prices).FairGap);
        var priced = prices.FairGap == default(S7Prices).FairGap ? null : new PlanRefiner(map, budget, prices.FairGap);
        polisher.Polish(best);
        priced?.Polish(best);
        if (atoms.Count == 0)
            return best;
        var packer = new SpreadPacker(atoms, budget, units);
        var squeezer = new RequestEliminator(atoms, budget);
        var reached = new List<(int Requests, SpreadStrategy Strategy)>();
        foreach (var strategy in SpreadStrategy.All)
        {
            var draft = packer.TryPack(lowerBound, strategy, mayGrow: true)!;
            polisher.Polish(draft);
            // As long as the best is far from the bound, a draft that came out a little longer may be the one that can be shortened most.
            var isFar = best.Requests.Count - lowerBound > lowerBound / 128;
            var worthSqueezing = best.Requests.Count + 1 + (isFar ? best.Requests.Count / 128 : 0);
            while (draft.Requests.Count > lowerBound && draft.Requests.Count <= worthSqueezing && squeezer.TryEliminate(draft) is { } squeezed)
                draft = squeezed;
            reached.Add((draft.Requests.Count, strategy));
            best = Better(draft, best);
        }

        // The promising ones again, with a number of requests to keep to: what they are spread over decides how they come out.
        var near = atoms.Count < Large ? int.MaxValue : best.Requests.Count + 1 + (best.Requests.Count / 32);
        // Fitting combinations takes twenty times as long as the others: on a large map only where it alone came so far.
        var others = reached.Where(entry => entry.Strategy.Coarse != CoarseRuns.Fitted).Min(entry => entry.Requests);
        if (atoms.Count >= Large)
            reached.RemoveAll(entry => entry.Strategy.Coarse == CoarseRuns.Fitted && entry.Requests >= others);
        var promising = reached.Where(entry => entry.Requests <= near).OrderBy(entry => entry.Requests).Select(entry => entry.Strategy).ToArray();
        var attempts = Math.Clamp(Effort / atoms.Count, 16, 1000);
        var step = Math.Max(1, (best.Requests.Count - lowerBound) * promising.Length / attempts);
        for (var requests = lowerBound; requests < best.Requests.Count; requests += step)
        {
            var found = promising.Select(strategy => packer.TryPack(requests, strategy, mayGrow: false)).FirstOrDefault(draft => draft is not null);
            if (found is null)
                continue;
            polisher.Polish(found);
            best = Better(found, best);
        }
        return best;

        PlanDraft Better(PlanDraft draft, PlanDraft than)
        {
            if (draft.Requests.Count > than.Requests.Count)
                return than;
            if (priced is not null)
                priced.Polish(draft = draft.Copy());
            return draft.Requests.Count < than.Requests.Count || draft.Cost(atoms, prices) < than.Cost(atoms, prices) ? draft : than;
        }
    }
}
