namespace S7OpcBridge.S7;

/// <summary>Packs ranges into requests. Pure: the same input gives the same plan, in whatever order the ranges come.</summary>
public static class ReadPlanner
{
    /// <summary>Plans the ranges.</summary>
    /// <param name="ranges">What to read; may overlap and repeat.</param>
    /// <param name="pduSize">Negotiated PDU size in bytes, at least 112.</param>
    /// <param name="maxItems">Items per request at most, 1–255.</param>
    /// <exception cref="ArgumentException">A range of no area or no length, or beyond the end of its area; a PDU size or an item cap outside its range.</exception>
    public static ReadPlan Plan(ReadOnlySpan<PlanRange> ranges, int pduSize, int maxItems)
    {
        var budget = new PduBudget(pduSize, maxItems);
        foreach (var range in ranges)
            Check(range.Range);
        var atoms = AtomBuilder.Build(ranges, budget);
        var lowerBound = Math.Max(PriceBound.Of(atoms, budget), PackingBound.Of(atoms, budget));
        return PlanWriter.Write(PlanSearch.Run(atoms, budget, lowerBound), atoms, budget, maxItems, lowerBound);
    }

    private static void Check(S7Range range)
    {
        if (range.Area == S7Area.None || range.Length < 1 || range.Start < 0 || range.End > S7TypeFacts.AreaBytes)
            throw new ArgumentException($"{range} is no range of a PLC: it needs an area, a length of at least 1 and an end of at most {S7TypeFacts.AreaBytes}.");
    }
}
