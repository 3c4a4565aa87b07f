namespace S7OpcBridge.S7;

/// <summary>An item in the making: neighbouring atoms of one lane that are read in one go.</summary>
internal readonly record struct AtomRun(int First, int Last);

/// <summary>Requests in the making: each a list of items.</summary>
internal sealed class PlanDraft
{
    internal List<List<AtomRun>> Requests { get; } = [];

    /// <summary>Bytes on the line in both directions.</summary>
    internal long TotalBytes(AtomList atoms)
    {
        var total = 0L;
        foreach (var request in Requests)
        {
            total += PduBudget.RequestHeader + PduBudget.ResponseHeader;
            foreach (var run in request)
                total += PduBudget.RequestItem + PduBudget.PaddedItem(atoms.Span(run.First, run.Last));
        }
        return total;
    }
}
