using S7OpcBridge.OpcUa.Server.Events;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>
/// An unfinished ReadEvents (OPC 10000-11, 6.5.2): the stored events that reach the node, pass the filter and may be seen by the caller. An event that reports
/// lost events passes every filter (OPC 10000-11, 4.3).
/// </summary>
internal sealed class EventCursor(HistorySource source, HistoryLimits limits, HistoryTarget target, RawRequest request, EventFilter filter)
    : HistoryCursor(target)
{
    private const int PageSize = 128;

    private ReadOnlyMemory<byte> _position;
    private uint _returned;
    private bool _isEnd;

    /// <inheritdoc/>
    public override bool ReadsEvents => true;

    /// <inheritdoc/>
    public override async ValueTask<HistoryResultPart> NextAsync(
        HistoryNode node,
        HistoryBudget budget,
        CancellationToken cancellationToken
    )
    {
        // The plan belongs to the present address space, which an unfinished read must not keep alive.
        if (EventFilterCheck.Resolve(node.View, filter, out var plan, out _) is { IsBad: true } wrong)
            throw new UaException(wrong, "The filter is not possible any more.");

        var most = (int)Math.Min((uint)limits.MaxEventsPerNode, request.PerAnswer > 0 ? request.PerAnswer : uint.MaxValue);
        most = (int)Math.Min((uint)most, request.Total > 0 ? request.Total - _returned : uint.MaxValue);
        var found = new List<HistoryEventFieldList>();
        var page = new RecordedEvent[PageSize];
        while (!_isEnd && found.Count < most && !budget.IsLate)
        {
            var read = await budget.ReadAsync(source, Range, page, cancellationToken).ConfigureAwait(false);
            var passed = 0;
            while (passed < read.Count && found.Count < most && !budget.IsLate && Add(page[passed], node, plan!, found, budget))
            {
                passed++;
                await budget.TakeTurnAsync(cancellationToken).ConfigureAwait(false);
            }

            if (passed < read.Count)
            {
                _position = await PassAsync(page.AsMemory(0, passed), budget, cancellationToken).ConfigureAwait(false);
                break;
            }

            (_position, _isEnd) = (read.Next, read.Next.IsEmpty);
        }

        _returned += (uint)found.Count;
        var isFull = request.Total > 0 && _returned >= request.Total;
        return new HistoryResultPart(new HistoryEvent { Events = [.. found] }, found.Count == 0, _isEnd || isFull);
    }

    private EventHistoryRange Range => new(request.From, request.To, request.IsBackward, _position);

    /// <summary>Adds an event to the answer if it is wanted; false: it does not fit any more.</summary>
    private bool Add(RecordedEvent stored, HistoryNode node, EventPlan plan, List<HistoryEventFieldList> found, HistoryBudget budget)
    {
        const int head = 4;
        var happened = new StoredEvent(stored);
        if (!happened.Reaches(node.Node, node.View) || !happened.MayBeSeenBy(node.Access, node.MayAudit, node.View))
            return true;
        if (stored.Type != Ids.EventQueueOverflowEventType && !plan.Wants(happened))
            return true;
        var fields = plan.Select(happened, null);
        var size = head;
        foreach (var field in fields)
            size += EncodedSize.Measure(field);
        if (!budget.TryTake(size))
            return false;
        found.Add(new HistoryEventFieldList { EventFields = fields });
        return true;
    }

    // Only the source knows the position in the middle of a page: it reads the part that fits once more.
    private async ValueTask<ReadOnlyMemory<byte>> PassAsync(
        Memory<RecordedEvent> page,
        HistoryBudget budget,
        CancellationToken cancellationToken
    )
    {
        var range = Range;
        while (page.Length > 0)
        {
            var read = await budget.ReadAsync(source, range, page, cancellationToken).ConfigureAwait(false);
            if (read.Next.IsEmpty)
                throw new UaException(StatusCodes.BadUnexpectedError, "Stored events disappeared while they were read.");
            (page, range) = (page[read.Count..], range with { Position = read.Next });
        }

        return range.Position;
    }
}
