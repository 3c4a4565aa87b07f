using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Packing;

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

    internal PlanDraft Copy()
    {
        var copy = new PlanDraft();
        foreach (var request in Requests)
            copy.Requests.Add([.. request]);
        return copy;
    }
}
