using System.Collections.Immutable;

namespace S7OpcBridge.S7;

/// <summary>A range to be read.</summary>
/// <param name="Range">Its bytes, or numbers for timers and counters.</param>
/// <param name="Element">Borders in bytes at which it may be cut where it exceeds a PDU; 0: it is a scalar and should not be cut.</param>
/// <param name="Snapshot">Ranges of the same group above 0 should be read by one request.</param>
public readonly record struct PlanRange(S7Range Range, int Element = 0, int Snapshot = 0);

/// <summary>One item of a request, with its place in the image.</summary>
/// <param name="Range">The range that it reads.</param>
/// <param name="ImageOffset">First byte in the image; the pieces of a cut range are adjacent.</param>
public readonly record struct PlanItem(S7Range Range, int ImageOffset);

/// <summary>One ReadVar job.</summary>
/// <param name="Items">Its items, in wire order.</param>
/// <param name="RequestBytes">S7 PDU bytes of the request, without TPKT and COTP.</param>
/// <param name="ResponseBytes">S7 PDU bytes of the full answer.</param>
public sealed record PlanRequest(ImmutableArray<PlanItem> Items, int RequestBytes, int ResponseBytes);

/// <summary>Where one range is read.</summary>
/// <param name="ImageOffset">Its first byte in the image.</param>
/// <param name="Request">Index of the request that carries its first byte.</param>
/// <param name="Item">Index of the item in that request.</param>
/// <param name="MayTear">True where it is cut over several items, whose data may come from different CPU cycles.</param>
public readonly record struct PlanSlot(int ImageOffset, int Request, int Item, bool MayTear);

/// <summary>
/// A plan that reads a list of ranges with as few requests as possible for a PDU size and an item limit. Immutable; made by <see cref="ReadPlanner"/>.
/// </summary>
public sealed record ReadPlan
{
    /// <summary>Negotiated PDU size in bytes.</summary>
    public required int PduSize { get; init; }

    /// <summary>Most items per request.</summary>
    public required int MaxItems { get; init; }

    /// <summary>The requests, in sending order.</summary>
    public required ImmutableArray<PlanRequest> Requests { get; init; }

    /// <summary>One slot per planned range, in the order of the input.</summary>
    public required ImmutableArray<PlanSlot> Slots { get; init; }

    /// <summary>Bytes of the image that the answers fill.</summary>
    public required int ImageSize { get; init; }

    /// <summary>How the snapshot groups are read, in ascending order of their numbers.</summary>
    public ImmutableArray<PlanSnapshot> Snapshots { get; init; } = [];

    /// <summary>A number of requests below which no plan exists; see docs/internals/planner.md.</summary>
    public required int LowerBound { get; init; }
}

/// <summary>How a snapshot group is read.</summary>
/// <param name="Group">Its number in <see cref="PlanRange.Snapshot"/>.</param>
/// <param name="OneRequest">True: one request reads all its ranges completely; false: they do not fit into one.</param>
/// <param name="OneItem">True: one item reads all of them, which the CPU copies consistently up to its limit.</param>
public readonly record struct PlanSnapshot(int Group, bool OneRequest, bool OneItem);
