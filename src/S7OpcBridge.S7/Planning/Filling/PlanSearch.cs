using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Filling;

/// <summary>
/// Finds the plan with the fewest requests: in address order, by filling each request with what is worth most, at several prices of an item, and as other
/// clients do. It ends at the bound. Of plans with equally many requests the cheaper one wins; costs never guide the search, so they never cost a request.
/// </summary>
internal static class PlanSearch
{
    /// <summary>Passes per way to fill, each with what the passes before have learnt.</summary>
    private const int Passes = 2;

    /// <summary>Most table cells per atom and in all, but at least one pass; a thousand million take half a second.</summary>
    private const long CellsPerAtom = 200_000,
        MostCells = 300_000_000,
        MostCellsOfLarge = 200_000_000;

    /// <summary>A search that only answers whether a number of requests is enough takes this part of the cells.</summary>
    private const int TrialPart = 4;

    /// <summary>
    /// Ways to fill, ordered by how much each improved the corpus after those before it: what is added to the price of an item, the shares given ahead of time,
    /// and the runs that a request has to choose from at least.
    /// </summary>
    private static readonly (int Added, int Ahead, int Choice)[] Ways =
    [
        (3, 1, 0),
        (0, 1, 0),
        (10, 3, 0),
        (3, 1, 32),
        (1, 4, 0),
        (3, 6, 0),
    ];

    /// <summary>A number of atoms from which on a map begins with the way that gains most there: with more shares ahead.</summary>
    private const int Large = 5_000,
        FirstOfLarge = 2;

    /// <summary>Finds the plan of a map.</summary>
    /// <param name="map">What to read.</param>
    /// <param name="budget">What fits into a request.</param>
    /// <param name="units">Snapshot groups.</param>
    /// <param name="enough">The search ends at this number of requests.</param>
    /// <param name="lowerBound">No plan has fewer requests; where <paramref name="enough"/> is more, only that is asked, and the search is shorter.</param>
    /// <param name="prices">Choose between plans with equally many requests.</param>
    /// <param name="itemPrice">How scarce items are, in bytes, as the bound finds it.</param>
    internal static PlanDraft Run(
        AtomList map,
        PduBudget budget,
        List<SnapshotUnit> units,
        int enough,
        int lowerBound,
        S7Prices prices,
        int itemPrice
    )
    {
        var atoms = map.Hold(units);
        var refiner = new GapRefiner(map, budget, prices.FairGap);
        var best = new SequentialPacker(atoms, budget).Pack(units);
        refiner.Refine(best);
        FillByWorth();
        // Snapshot groups share requests, which other clients do not know.
        if (
            best.Requests.Count > enough
            && units.Count == 0
            && new ConstantPacker(atoms, budget).Best(best.Requests.Count, enough) is { } simple
        )
            Consider(simple);
        return best;

        void FillByWorth()
        {
            var packer = new FillPacker(atoms, budget, units);
            var most = Math.Min(atoms.Count < Large ? MostCells : MostCellsOfLarge, atoms.Count * CellsPerAtom);
            most /= enough > lowerBound ? TrialPart : 1;
            var worths = Array.ConvertAll(Ways, way => new AtomWorths(atoms, budget, itemPrice + way.Added));
            var lastPass = 0L;
            // A large map may have one pass only.
            for (var i = atoms.Count < Large ? 0 : -1; i < Passes * Ways.Length; i++)
            {
                if (best.Requests.Count <= enough || (lastPass > 0 && packer.Cells + lastPass > most))
                    return;
                var way = i < 0 ? FirstOfLarge : i % Ways.Length;
                var (before, (_, ahead, choice), worth) = (packer.Cells, Ways[way], worths[way]);
                var draft = packer.Pack(enough, worth, ahead, choice);
                lastPass = packer.Cells - before;
                worth.Learn(draft.Requests);
                Consider(draft);
            }
        }

        void Consider(PlanDraft draft)
        {
            if (draft.Requests.Count > best.Requests.Count)
                return;
            refiner.Refine(draft);
            if (draft.Requests.Count < best.Requests.Count || draft.Cost(atoms, prices) < best.Cost(atoms, prices))
                best = draft;
        }
    }
}

/// <summary>Planned requests, each a list of items.</summary>
internal sealed class PlanDraft
{
    internal List<List<AtomRun>> Requests { get; } = [];

    /// <summary>Cost of its items and bytes in both directions. Comparable only between drafts with equally many requests.</summary>
    internal TimeSpan Cost(AtomList atoms, S7Prices prices)
    {
        var (items, bytes) = (0, 0L);
        foreach (var request in Requests)
        {
            items += request.Count;
            foreach (var run in request)
                bytes += PduBudget.RequestItem + PduBudget.PaddedItem(atoms.Span(run.First, run.Last));
        }
        return prices.TimeFor(items, bytes);
    }
}
