using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Context;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>
/// HistoryRead (OPC 10000-4, 5.11.3; OPC 10000-11, 6.4 and 6.5). What does not fit into an answer, or would take longer than the client waits, follows by
/// continuation points.
/// </summary>
internal sealed class HistoryReadService(ServerContext server, AddressSpace space, NodeAccess access, HistorySource source)
{
    // Larger answers only take memory.
    private const int MaxAnswer = 8 * 1024 * 1024;

    private readonly SemaphoreSlim _working = new(server.Limits.History.MaxReadsAtOnce);

    /// <summary>Answers a request.</summary>
    /// <param name="caller">Who reads.</param>
    /// <param name="points">The session's continuation points.</param>
    /// <param name="request">The request.</param>
    /// <param name="requestBytes">Its bytes as received.</param>
    /// <param name="maxAnswer">Most bytes of the answer.</param>
    /// <param name="cancellationToken">The client gave up, or its session ended.</param>
    public async ValueTask<HistoryReadResponse> ReadAsync(
        UaCaller caller, HistoryPoints points, HistoryReadRequest request, int requestBytes, int maxAnswer, CancellationToken cancellationToken)
    {
        var (nodes, limits) = (request.NodesToRead, server.Limits.History);
        if (nodes.Length == 0)
            throw new UaException(StatusCodes.BadNothingToDo, "The request has no operations.");
        if (nodes.Length > limits.MaxNodesPerCall)
            throw new UaException(StatusCodes.BadTooManyOperations, $"The request has {nodes.Length} operations; {limits.MaxNodesPerCall} are allowed.");
        if (request.ReleaseContinuationPoints)
            return Release(points, nodes);
        if (request.TimestampsToReturn is < TimestampsToReturn.Source or >= TimestampsToReturn.Neither)
            throw new UaException(StatusCodes.BadTimestampsToReturnInvalid, $"TimestampsToReturn {(int)request.TimestampsToReturn} is not possible here.");
        var details = HistoryDetails.Of(source, limits, request, space.Current);
        var hint = request.RequestHeader.TimeoutHint;
        // The rest of the time is for the way of the answer.
        var budget = new HistoryBudget(server.Time, hint is > 0 and < int.MaxValue ? TimeSpan.FromMilliseconds(hint * 0.6) : null);
        await _working.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            await Task.Yield(); // a store that never waits must not hold up the connection's next requests
            points.BeginCall();
            var call = new HistoryReadCall(caller, points, limits.MaxContinuationPoints, space.Current, access, source, details, budget,
                requestBytes / nodes.Length); // its nodes share the details
            return new HistoryReadResponse { Results = await call.ReadAsync(request, Math.Min(maxAnswer, MaxAnswer), cancellationToken).ConfigureAwait(false) };
        }
        finally
        {
            _working.Release();
        }
    }

    private static HistoryReadResponse Release(HistoryPoints points, HistoryReadValueId[] nodes) => new()
    {
        Results = Array.ConvertAll(nodes, node => new HistoryReadResult
        {
            StatusCode = points.Take(node.ContinuationPoint) is null ? StatusCodes.BadContinuationPointInvalid : StatusCodes.Good,
        }),
    };
}
