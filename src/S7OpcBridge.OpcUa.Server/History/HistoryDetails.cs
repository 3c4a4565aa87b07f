using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>What a request asks for (HistoryReadDetails, OPC 10000-11, 6.5), checked once for all its nodes.</summary>
internal sealed class HistoryDetails
{
    private readonly Func<HistoryTarget, int, HistoryConfiguration?, HistoryCursor>? _begin;

    private HistoryDetails(Func<HistoryTarget, int, HistoryConfiguration?, HistoryCursor>? begin, bool areEvents = false) =>
        (_begin, AreEvents) = (begin, areEvents);

    /// <summary>Checks the details of a request. They may be missing where all its nodes have continuation points, which keep their own.</summary>
    /// <exception cref="UaException">BadHistoryOperationInvalid, BadHistoryOperationUnsupported, or a status that the kind of details names.</exception>
    public static HistoryDetails Create(HistorySource source, HistoryLimits limits, HistoryReadRequest request, AddressSpaceView view)
    {
        switch (request.HistoryReadDetails?.Body)
        {
            case ReadRawModifiedDetails raw:
                var status = RawRequest.Check(raw, out var rawRange);
                return new HistoryDetails(
                    (target, _, _) =>
                        status.IsBad
                            ? throw new UaException(status, "The range is not possible.")
                            : new RawCursor(source, limits, target, rawRange)
                );
            case ReadProcessedDetails processed:
                if (processed.AggregateType.Length != request.NodesToRead.Length)
                    throw new UaException(StatusCodes.BadAggregateListMismatch, "There must be one aggregate for each node.");
                return new HistoryDetails(
                    (target, place, configuration) =>
                        target.Range is not null
                            ? throw new UaException(StatusCodes.BadIndexRangeNoData, "Aggregates are calculated of whole values.")
                            : new ProcessedCursor(source, limits, target, ProcessedRequest.From(processed, place, configuration!))
                );
            case ReadAtTimeDetails at:
                if (at.ReqTimes.Length == 0 || at.ReqTimes.Length > limits.MaxTimesPerNode)
                    throw new UaException(
                        at.ReqTimes.Length == 0 ? StatusCodes.BadNothingToDo : StatusCodes.BadTooManyOperations,
                        $"The request has {at.ReqTimes.Length} times; 1 to {limits.MaxTimesPerNode} are allowed."
                    );
                return new HistoryDetails(
                    (target, _, configuration) => new AtTimeCursor(source, limits, target, at.ReqTimes, at.UseSimpleBounds, configuration!)
                );
            case ReadEventDetails events:
                var range = new ReadRawModifiedDetails
                {
                    StartTime = events.StartTime,
                    EndTime = events.EndTime,
                    NumValuesPerNode = events.NumValuesPerNode,
                };
                if (RawRequest.Check(range, out var eventRange) is { IsBad: true } wrongRange)
                    throw new UaException(wrongRange, "The range is not possible.");
                if (EventFilterCheck.Resolve(view, events.Filter, out _, out _) is { IsBad: true } wrongFilter)
                    throw new UaException(wrongFilter, "The filter is not possible.");
                return new HistoryDetails(
                    (target, _, _) => new EventCursor(source, limits, target, eventRange, events.Filter),
                    areEvents: true
                );
            case null when Array.TrueForAll(request.NodesToRead, node => node.ContinuationPoint is { Length: > 0 }):
                return new HistoryDetails(null);
            case null:
                throw new UaException(StatusCodes.BadHistoryOperationInvalid, "The request does not say what to read.");
            default:
                throw new UaException(
                    StatusCodes.BadHistoryOperationUnsupported,
                    $"Details {request.HistoryReadDetails.TypeId} are not supported."
                );
        }
    }

    /// <summary>True if events are read.</summary>
    public bool AreEvents { get; }

    /// <summary>Bytes that they take in memory.</summary>
    public long Bytes { get; set; }

    /// <summary>Begins to read a node.</summary>
    /// <param name="target">What is read.</param>
    /// <param name="place">The node's place in the request.</param>
    /// <param name="configuration">How its history is kept; null: it has events.</param>
    public HistoryCursor Begin(HistoryTarget target, int place, HistoryConfiguration? configuration) =>
        _begin!(target, place, configuration);
}
