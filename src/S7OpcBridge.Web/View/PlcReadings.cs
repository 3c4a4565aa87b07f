using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Web;

/// <summary>What pages and metrics read of the PLCs.</summary>
public sealed record PlcReadings
{
    /// <summary>
    /// PLCs, scan classes and tags by the numbers that the other functions take. After a reload there are gaps; see IsGone and <see cref="TagMap.Listed"/>.
    /// </summary>
    public required Func<TagMap> Map { get; init; }

    /// <summary>The status of a PLC; the same object until something changes.</summary>
    public required Func<int, PlcStatus> StatusOf { get; init; }

    /// <summary>The requests of a scan class on the connection; empty: there is none.</summary>
    public required Func<int, ImmutableArray<PlanRequest>> RequestsOf { get; init; }

    /// <summary>The read plan that is expected for the next connection of a PLC; null: it was removed.</summary>
    public required Func<int, ExpectedPlan?> ExpectedPlanOf { get; init; }

    /// <summary>Cycle times of a scan class; null: there are none.</summary>
    public required Func<int, CycleTimes?> CycleTimesOf { get; init; }

    /// <summary>Writes to a PLC by result; null: there are none.</summary>
    public required Func<int, WriteCounters?> WritesOf { get; init; }

    /// <summary>Bytes of a PLC's connection.</summary>
    public required Func<int, (long Sent, long Received)> BytesOf { get; init; }

    /// <summary>Batches of changed values that wait to be published, and the limit of their number.</summary>
    public required Func<(int Waiting, int Capacity)> Queue { get; init; }
}

/// <summary>A read plan that is not in use yet.</summary>
/// <param name="PduSize">PDU size in bytes.</param>
/// <param name="Requests">The requests by scan class.</param>
public sealed record ExpectedPlan(int PduSize, IReadOnlyDictionary<string, ImmutableArray<PlanRequest>> Requests);
