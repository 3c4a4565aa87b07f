using S7OpcBridge.S7.Planning.Limits;

namespace S7OpcBridge.S7;

/// <summary>Limits for a plan.</summary>
/// <param name="PduSize">Negotiated PDU size in bytes, at least 112.</param>
/// <param name="MaxItems">Most items per request, 1–255; the PDU size also limits them.</param>
public sealed record PlanOptions(int PduSize, int MaxItems)
{
    /// <summary>
    /// Bytes that the CPU copies consistently; a snapshot group of at most this size is read as one item. 64 for S7-300/400/1200, 512 for an S7-1500 with
    /// firmware 2.0 or later.
    /// </summary>
    public int ConsistentBytes { get; init; } = 64;

    /// <summary>Costs of PDUs, items and bytes: they select between plans with equally many requests. Default: bytes only.</summary>
    public S7Prices Prices { get; init; } = S7Prices.Fast(0);

    /// <summary>Most items per request, by the item limit and the request's size.</summary>
    public int ItemsPerRequest => new PduBudget(PduSize, MaxItems).Items;

    /// <summary>Data bytes of the longest item.</summary>
    public int LongestItem => new PduBudget(PduSize, MaxItems).LongestItem;
}
