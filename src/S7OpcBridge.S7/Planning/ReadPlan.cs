using System.Collections.Immutable;

namespace S7OpcBridge.S7;

/// <summary>One item of a request, and where its bytes go.</summary>
/// <param name="Range">What is asked for.</param>
/// <param name="ImageOffset">First byte in the image; pieces of a cut range lie one behind the other.</param>
public readonly record struct PlanItem(S7Range Range, int ImageOffset);

/// <summary>One ReadVar job.</summary>
/// <param name="Items">Its items, in wire order.</param>
/// <param name="RequestBytes">S7 PDU bytes of the request, without TPKT and COTP.</param>
/// <param name="ResponseBytes">S7 PDU bytes of the full answer.</param>
public sealed record PlanRequest(ImmutableArray<PlanItem> Items, int RequestBytes, int ResponseBytes);

/// <summary>Where one range ended up.</summary>
/// <param name="ImageOffset">Its first byte in the image.</param>
/// <param name="Request">Index of the request that carries its first byte.</param>
/// <param name="Item">Index of the item in that request.</param>
/// <param name="MayTear">True where it is cut over several items: they need not come from one CPU cycle.</param>
public readonly record struct PlanSlot(int ImageOffset, int Request, int Item, bool MayTear);

/// <summary>The fewest requests that read a list of ranges under a PDU size and an item cap. Immutable; made by <see cref="ReadPlanner"/>.</summary>
public sealed record ReadPlan
{
    /// <summary>Negotiated PDU size in bytes.</summary>
    public required int PduSize { get; init; }

    /// <summary>Items per request at most.</summary>
    public required int MaxItems { get; init; }

    /// <summary>The requests, in sending order.</summary>
    public required ImmutableArray<PlanRequest> Requests { get; init; }

    /// <summary>One slot per planned range, in the order of the input.</summary>
    public required ImmutableArray<PlanSlot> Slots { get; init; }

    /// <summary>Bytes of the image that the answers fill.</summary>
    public required int ImageSize { get; init; }

    /// <summary>What became of the snapshot groups, in ascending order of their numbers.</summary>
    public ImmutableArray<PlanSnapshot> Snapshots { get; init; } = [];

    /// <summary>No plan can have fewer requests than this; docs/internals/planner.md has the argument.</summary>
    public required int LowerBound { get; init; }
}
