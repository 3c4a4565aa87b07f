using System.Text;
using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>One HistoryRead being worked on, node by node. Each node gets its share of the bytes that are left.</summary>
internal sealed class HistoryReadCall(
    UaCaller caller,
    HistoryPoints points,
    int maxPoints,
    AddressSpaceView view,
    NodeAccess access,
    HistorySource source,
    HistoryDetails details,
    HistoryBudget budget
)
{
    private const int HeadBytes = 1024,
        ResultBytes = 64;

    /// <summary>Reads the next part of each node.</summary>
    public async ValueTask<HistoryReadResult[]> ReadAsync(HistoryReadRequest request, int maxAnswer, CancellationToken cancellationToken)
    {
        var nodes = request.NodesToRead;
        var results = new HistoryReadResult[nodes.Length];
        var left = maxAnswer - HeadBytes - nodes.Length * ResultBytes;
        for (var i = 0; i < nodes.Length; i++)
        {
            var share = Math.Max(0, left / (nodes.Length - i));
            budget.Grant(share);
            try
            {
                results[i] = await ReadOneAsync(nodes[i], i, request.TimestampsToReturn, share == left, cancellationToken)
                    .ConfigureAwait(false);
            }
            catch (UaException e)
            {
                results[i] = new HistoryReadResult { StatusCode = e.Status };
            }

            left -= share - budget.Bytes;
        }

        return results;
    }

    private async ValueTask<HistoryReadResult> ReadOneAsync(
        HistoryReadValueId wanted,
        int index,
        TimestampsToReturn timestamps,
        bool isLastNode,
        CancellationToken cancellationToken
    )
    {
        var isFirst = wanted.ContinuationPoint is not { Length: > 0 };
        var unfinished = isFirst ? null : points.Remove(wanted.ContinuationPoint) ?? throw Failed(StatusCodes.BadContinuationPointInvalid);
        var id = unfinished?.Target.Node ?? wanted.NodeId;
        if (id != wanted.NodeId && !wanted.NodeId.IsNull)
            throw Failed(StatusCodes.BadContinuationPointInvalid); // otherwise the client would take the values for those of the node that it names
        var node = view.Find(id);
        if (!node.Exists)
            throw Failed(StatusCodes.BadNodeIdUnknown);
        var areEvents = unfinished?.ReadsEvents ?? details.AreEvents;
        var allowed = areEvents ? access.ToReadEventHistory(view, node, caller) : access.ToReadHistory(view, node, caller);
        if (allowed.IsBad)
            throw Failed(allowed);
        var cursor = unfinished ?? Begin(node, wanted, index, timestamps);
        if (budget.IsLate)
            return Unfinished(cursor, StatusCodes.Good, null);

        var granted = budget.Bytes;
        var place = new HistoryNode(view, node, view.VariableOf(node), new SessionAccess(access, () => caller), caller.MayAudit);
        var part = await cursor.NextAsync(place, budget, cancellationToken).ConfigureAwait(false);
        if (part is { IsEmpty: true, IsLast: false } && !budget.IsLate && isLastNode && granted == budget.Bytes)
            throw Failed(StatusCodes.BadEncodingLimitsExceeded); // not even one value fits
        if (!part.IsLast)
            return Unfinished(cursor, StatusCodes.Good, part.Data);
        return new HistoryReadResult
        {
            StatusCode = isFirst && part.IsEmpty ? StatusCodes.GoodNoData : StatusCodes.Good,
            HistoryData = ExtensionObject.From(part.Data),
        };
    }

    private HistoryCursor Begin(NodeHandle node, HistoryReadValueId wanted, int index, TimestampsToReturn timestamps)
    {
        if (IndexRange.Parse(Encoding.UTF8.GetBytes(wanted.IndexRange ?? ""), out var range) is { IsBad: true } wrongRange)
            throw Failed(wrongRange);
        var encoding = wanted.DataEncoding;
        if (
            DataEncoding.Check(view, node, AttributeId.Value, encoding.Namespace, Encoding.UTF8.GetBytes(encoding.Name ?? "")) is
            { IsBad: true } wrongEncoding
        )
            throw Failed(wrongEncoding);
        if (timestamps == TimestampsToReturn.Server && !source.HasServerTimes && !details.AreEvents)
            throw Failed(StatusCodes.BadTimestampNotSupported);
        return details.Begin(new HistoryTarget(wanted.NodeId, range, timestamps, details), index, view.HistoryOf(node));
    }

    private HistoryReadResult Unfinished(HistoryCursor cursor, StatusCode status, IUaStructure? data) =>
        points.Add(cursor, maxPoints) is not { } point
            ? throw Failed(StatusCodes.BadNoContinuationPoints)
            : new HistoryReadResult
            {
                StatusCode = status,
                ContinuationPoint = point,
                HistoryData = ExtensionObject.From(
                    data ?? (cursor.ReadsEvents ? new HistoryEvent { Events = [] } : new HistoryData { DataValues = [] })
                ),
            };

    private static UaException Failed(StatusCode status) => new(status, StatusCodes.NameOf(status));
}
