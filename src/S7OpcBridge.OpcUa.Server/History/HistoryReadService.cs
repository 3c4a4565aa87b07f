using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Lanes;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>
/// HistoryRead (OPC 10000-4, 5.11.3; OPC 10000-11, 6.4 and 6.5). What does not fit into an answer, or would take longer than the client waits, follows by
/// continuation points.
/// </summary>
internal sealed class HistoryReadService(ServerContext server, WorkLane lane, AddressSpace space, NodeAccess access, HistorySource source)
{
    // Larger answers only take memory.
    private const int MaxAnswer = 8 * 1024 * 1024;

    /// <summary>Answers a request.</summary>
    /// <param name="reader">Who reads.</param>
    /// <param name="maxAnswer">Most bytes of the answer.</param>
    /// <param name="cancellationToken">The client gave up or is gone, or its session ended.</param>
    public async ValueTask<HistoryReadResponse> ReadAsync(
        HistoryReader reader,
        HistoryReadRequest request,
        int maxAnswer,
        CancellationToken cancellationToken
    )
    {
        var (nodes, limits) = (request.NodesToRead, server.Limits.History);
        if (nodes.Length == 0)
            throw new UaException(StatusCodes.BadNothingToDo, "The request has no operations.");
        if (nodes.Length > limits.MaxNodesPerCall)
            throw new UaException(
                StatusCodes.BadTooManyOperations,
                $"The request has {nodes.Length} operations; {limits.MaxNodesPerCall} are allowed."
            );
        if (request.ReleaseContinuationPoints)
            return Release(reader.Points, nodes);
        if (request.TimestampsToReturn is < TimestampsToReturn.Source or >= TimestampsToReturn.Neither)
            throw new UaException(
                StatusCodes.BadTimestampsToReturnInvalid,
                $"TimestampsToReturn {(int)request.TimestampsToReturn} is not possible here."
            );
        using var turn = lane.Join(reader.Caller.SessionId, reader.Client, cancellationToken);
        using var budget = new HistoryBudget(server.Time, TimeFor(request.RequestHeader.TimeoutHint), turn, reader.Memory);
        await turn;
        var details = HistoryDetails.Create(source, limits, request, space.Current);
        details.Bytes = reader.RequestBytes;
        reader.Points.BeginCall();
        var call = new HistoryReadCall(
            reader.Caller,
            reader.Points,
            limits.MaxContinuationPoints,
            space.Current,
            access,
            source,
            details,
            budget
        );
        var results = await call.ReadAsync(request, Math.Min(maxAnswer, MaxAnswer), cancellationToken).ConfigureAwait(false);
        server.Counters.CountHistoryRead(
            budget.IsLate && Array.Exists(results, static result => result.ContinuationPoint is { Length: > 0 })
        );
        return new HistoryReadResponse { Results = results };
    }

    // The rest of the client's time is for the way of the answer.
    private TimeSpan TimeFor(uint hint)
    {
        var limits = server.Limits.History;
        if (hint == 0)
            return limits.AnswerTime;
        var asked = TimeSpan.FromMilliseconds(hint * 0.6);
        return asked < limits.MaxAnswerTime ? asked : limits.MaxAnswerTime;
    }

    private static HistoryReadResponse Release(HistoryPoints points, HistoryReadValueId[] nodes) =>
        new()
        {
            Results = Array.ConvertAll(
                nodes,
                node => new HistoryReadResult
                {
                    StatusCode = points.Remove(node.ContinuationPoint) is null ? StatusCodes.BadContinuationPointInvalid : StatusCodes.Good,
                }
            ),
        };
}
