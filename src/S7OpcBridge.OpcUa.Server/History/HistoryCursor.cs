using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>What a client reads: the same for all parts of the answer.</summary>
/// <param name="Node">The node as the client named it.</param>
/// <param name="Range">The part of each value that is wanted; null: all of it.</param>
/// <param name="Timestamps">Which times are wanted.</param>
/// <param name="Details">The details of the request, which its unfinished reads keep; null: nothing of them is kept.</param>
internal sealed record HistoryTarget(NodeId Node, IndexRange? Range, TimestampsToReturn Timestamps, HistoryDetails? Details);

/// <summary>A node whose history is read, and who reads it.</summary>
/// <param name="View">The address space.</param>
/// <param name="Variable">Index of its variable; -1: it has none.</param>
/// <param name="Access">What the caller may see.</param>
/// <param name="MayAudit">True: audit events too.</param>
internal readonly record struct HistoryNode(AddressSpaceView View, NodeHandle Node, int Variable, SessionAccess Access, bool MayAudit);

/// <summary>A part of the answer for one node.</summary>
/// <param name="Data">HistoryData or HistoryEvent.</param>
/// <param name="IsEmpty">True: it has no values or events.</param>
/// <param name="IsLast">True: nothing follows.</param>
internal readonly record struct HistoryResultPart(IUaStructure Data, bool IsEmpty, bool IsLast);

/// <summary>An unfinished read of the history of one node; it has no timers or handles. One call at a time.</summary>
internal abstract class HistoryCursor(HistoryTarget target)
{
    // The object, its target, a position in the store, and its place among the continuation points.
    private const long Fixed = 512;

    /// <summary>What is read.</summary>
    public HistoryTarget Target => target;

    /// <summary>True if events are read.</summary>
    public virtual bool ReadsEvents => false;

    /// <summary>Bytes that it holds between two calls, without the details of its request.</summary>
    public virtual long Bytes => Fixed + EncodedSize.Measure(Variant.From(target.Node));

    /// <summary>Reads the next part.</summary>
    /// <param name="node">The node in the present address space.</param>
    /// <param name="budget">Bytes and time that are left.</param>
    public abstract ValueTask<HistoryResultPart> NextAsync(HistoryNode node, HistoryBudget budget, CancellationToken cancellationToken);
}
