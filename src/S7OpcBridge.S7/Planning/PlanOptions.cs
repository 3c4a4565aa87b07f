using S7OpcBridge.S7.Planning;

namespace S7OpcBridge.S7;

/// <summary>What a plan has to keep to.</summary>
/// <param name="PduSize">Negotiated PDU size in bytes, at least 112.</param>
/// <param name="MaxItems">Items per request at most, 1–255; the PDU size limits them too.</param>
public sealed record PlanOptions(int PduSize, int MaxItems)
{
    /// <summary>
    /// Bytes that the CPU copies in one go, so that a snapshot group within them is read as one item: 64 for S7-300/400/1200, 512 for an S7-1500 from firmware
    /// 2.0 on.
    /// </summary>
    public int ConsistentBytes { get; init; } = 64;

    /// <summary>What PDUs, items and bytes cost: decides between plans with equally many requests, never for one more. Without it, by bytes alone.</summary>
    public S7Prices Prices { get; init; } = S7Prices.Fast(0);

    /// <summary>Items that a request takes, by the cap and by the request's size.</summary>
    public int ItemsPerRequest => new PduBudget(PduSize, MaxItems).Items;

    /// <summary>Data bytes of the longest item.</summary>
    public int LongestItem => new PduBudget(PduSize, MaxItems).LongestItem;
}
