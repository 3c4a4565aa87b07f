using S7OpcBridge.S7.Planning.Bounding;
using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;
using S7OpcBridge.S7.Planning.Packing;

namespace S7OpcBridge.S7.Planning.Searching;

/// <summary>
/// Searches for the fewest requests: starts with a plan in address order, then tries smaller numbers from the lower bound upwards, each with several
/// strategies. Of drafts with equally many requests the cheaper one is used. Costs select among the found drafts but never guide the search, so they never cost
/// a request.
/// </summary>
internal static class PlanSearch
{
    /// <summary>Approximate number of atoms packed in all attempts together, about a third of a second.</summary>
    private const int Effort = 1_000_000;

    /// <summary>Number of atoms from which on only strategies with a good first result are tried again.</summary>
    private const int Large = 5_000;

    /// <summary>Numbers of requests that a large map may fail at, one after the other, before the search ends.</summary>
    private const int MostFailed = 2;

    private static readonly S7Prices ByBytes = S7Prices.Fast(0);

    /// <summary>Finds the plan of a map.</summary>
    /// <param name="map">What to read.</param>
    /// <param name="budget">What fits into a request.</param>
    /// <param name="units">Snapshot groups.</param>
    /// <param name="lowerBound">No plan has fewer requests.</param>
    /// <param name="enough">The search ends at this number of requests; equal to the lower bound: it searches for the fewest.</param>
    /// <param name="prices">Choose between plans with equally many requests.</param>
    /// <param name="itemPrice">How scarce items are, in bytes, as <see cref="PriceBound"/> finds it.</param>
    /// <param name="effort">How long the plan is improved.</param>
    internal static PlanDraft Run(
        AtomList map,
        PduBudget budget,
        List<SnapshotUnit> units,
        int lowerBound,
        int enough,
        S7Prices prices,
        int itemPrice,
        SearchEffort effort
    )
    {
        var atoms = map.Hold(units);
        var best = new SequentialPacker(atoms, budget).Pack(units);
        var refiner = new PlanRefiner(map, budget, default(S7Prices).FairGap);
        var priced = prices.FairGap == default(S7Prices).FairGap ? null : new PlanRefiner(map, budget, prices.FairGap);
        refiner.Refine(best);
        // The plan to improve in the end must not depend on prices, so that no price costs a request.
        var start = best.Copy();
        priced?.Refine(best);
        if (atoms.Count == 0 || enough > lowerBound && best.Requests.Count <= enough)
            return best;
        var packer = new SpreadPacker(atoms, budget, units);
        var eliminator = new RequestEliminator(atoms, budget);
        var reached = new List<(int Requests, SpreadStrategy Strategy)>();
        foreach (var strategy in SpreadStrategy.All)
        {
            effort.ThrowIfStopped();
            var draft = packer.TryPack(lowerBound, strategy, mayGrow: true)!;
            refiner.Refine(draft);
            // While the best draft is far from the bound, a slightly longer draft may be the one that can be shortened most.
            var isFar = best.Requests.Count - lowerBound > lowerBound / 128;
            var nearEnough = best.Requests.Count + 1 + (isFar ? best.Requests.Count / 128 : 0);
            while (draft.Requests.Count > lowerBound && draft.Requests.Count <= nearEnough && eliminator.TryEliminate(draft) is { } shorter)
                draft = shorter;
            reached.Add((draft.Requests.Count, strategy));
            Consider(draft);
            if (enough > lowerBound && best.Requests.Count <= enough)
                return best;
        }

        // Tries the promising strategies again with a fixed number of requests, which changes how the runs are distributed.
        var near = atoms.Count < Large ? int.MaxValue : best.Requests.Count + 1 + (best.Requests.Count / 32);
        // Subset-sum filling takes twenty times as long as the others, so for a large map it is used only where it alone was so good.
        var others = reached.Where(entry => entry.Strategy.Coarse != CoarseRuns.Fitted).Min(entry => entry.Requests);
        if (atoms.Count >= Large)
            reached.RemoveAll(entry => entry.Strategy.Coarse == CoarseRuns.Fitted && entry.Requests >= others);
        var promising = reached
            .Where(entry => entry.Requests <= near)
            .OrderBy(entry => entry.Requests)
            .Select(entry => entry.Strategy)
            .ToArray();
        if (enough > lowerBound)
            TryWith(enough); // only this number answers whether it is enough
        else if (atoms.Count < Large)
            FromTheBoundUpwards();
        else
            FromTheBestDownwards();
        // Snapshot groups have requests of their own, which these packers do not know.
        if (
            best.Requests.Count > enough
            && units.Count == 0
            && new ConstantGapPacker(atoms, budget).Best(best.Requests.Count) is { } simple
        )
        {
            refiner.Refine(simple);
            Consider(simple);
        }
        if (
            best.Requests.Count > enough
            && new PlanImprover(atoms, budget, itemPrice).Improve(start, enough, effort) is var improved
            && improved != start
        )
        {
            refiner.Refine(improved);
            Consider(improved);
        }
        return best;

        // The first success has the fewest requests.
        void FromTheBoundUpwards()
        {
            var attempts = Math.Clamp(Effort / atoms.Count, 16, 1000);
            var step = Math.Max(1, (best.Requests.Count - lowerBound) * promising.Length / attempts);
            for (var requests = lowerBound; requests < best.Requests.Count; requests += step)
                TryWith(requests);
        }

        // A large map takes milliseconds per attempt, and after two failures in a row a smaller number hardly ever succeeds.
        void FromTheBestDownwards()
        {
            for (
                var (requests, failed) = (best.Requests.Count - 1, 0);
                requests >= lowerBound && failed < MostFailed;
                requests = Math.Min(requests, best.Requests.Count) - 1
            )
                failed = TryWith(requests) ? 0 : failed + 1;
        }

        bool TryWith(int requests)
        {
            effort.ThrowIfStopped();
            if (
                promising.Select(strategy => packer.TryPack(requests, strategy, mayGrow: false)).FirstOrDefault(draft => draft is not null)
                is not { } found
            )
                return false;
            refiner.Refine(found);
            Consider(found);
            return true;
        }

        // Keeps the draft as the best plan where it has fewer requests, or as many at a lower price. The plan to improve in the end is kept beside it, by
        // requests and bytes alone.
        void Consider(PlanDraft draft)
        {
            if (draft.Requests.Count > best.Requests.Count)
                return;
            if (draft.Requests.Count < start.Requests.Count || draft.Cost(atoms, ByBytes) < start.Cost(atoms, ByBytes))
                start = draft;
            if (priced is not null)
                priced.Refine(draft = draft.Copy());
            if (draft.Requests.Count < best.Requests.Count || draft.Cost(atoms, prices) < best.Cost(atoms, prices))
                best = draft;
        }
    }
}
