namespace S7OpcBridge.S7;

/// <summary>Packs ranges into requests. Pure: the same input gives the same plan, in whatever order the ranges come.</summary>
public static class ReadPlanner
{
    /// <summary>Plans the ranges.</summary>
    /// <param name="ranges">What to read; may overlap and repeat.</param>
    /// <param name="pduSize">Negotiated PDU size in bytes, at least 112.</param>
    /// <param name="maxItems">Items per request at most, 1–255.</param>
    public static ReadPlan Plan(ReadOnlySpan<PlanRange> ranges, int pduSize, int maxItems) => throw new NotImplementedException();
}
