namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>
/// The queued events of one monitored item, each as the encoded fields of its EventFieldList. A full queue drops an event by the discard policy and adds an
/// EventQueueOverflowEvent, in front if old events are dropped, at the end if new ones are (OPC 10000-4, 5.13.1.5); it does not count towards the capacity.
/// What a refresh of conditions sends comes behind the queue and is not part of it; so does the RefreshRequiredEvent after the loss of a condition's event.
/// </summary>
/// <param name="overflowEvent">Makes the fields of an EventQueueOverflowEvent by this item's select clauses.</param>
/// <param name="refreshRequired">Makes the fields of a RefreshRequiredEvent.</param>
/// <param name="budget">The limit of all queues together; when it is reached, a queue is full with one event.</param>
internal sealed class EventQueue(Func<byte[]> overflowEvent, Func<byte[]> refreshRequired, EventBudget budget)
{
    /// <summary>Most bytes of one event; a longer one is dropped.</summary>
    public const int MaxEvent = 256 * 1024;

    /// <summary>Most bytes of all events of one item; a queue that would exceed it counts as full.</summary>
    public const int MaxBytes = 1024 * 1024;

    private readonly LinkedList<(byte[] Fields, bool TellsState)> _events = [];
    private byte[]? _overflow, _next;
    private bool _overflowInFront, _lostState;
    private int _bytes;
    private RefreshFeed? _refresh;

    /// <summary>Number of events to send, including the EventQueueOverflowEvent; of a refresh only the next.</summary>
    public int Count => _events.Count + (_overflow is null ? 0 : 1) + (_next is not null || _refresh is not null || _lostState ? 1 : 0);

    /// <summary>True while a refresh is being sent.</summary>
    public bool IsRefreshing => _refresh is not null;

    /// <summary>The event to send next.</summary>
    public byte[] Oldest => _next ?? (IsOverflowNext ? _overflow! : _events.Count > 0 ? _events.First!.Value.Fields : _next = Further());

    /// <summary>Appends an event.</summary>
    /// <param name="fields">The event.</param>
    /// <param name="tellsState">True: if it is lost the client must refresh.</param>
    /// <param name="capacity">Most events.</param>
    /// <param name="discardOldest">The discard policy.</param>
    /// <returns>How many were lost.</returns>
    public uint Add(byte[] fields, bool tellsState, uint capacity, bool discardOldest)
    {
        if (fields.Length > MaxEvent)
        {
            Overflow(discardOldest);
            _lostState |= tellsState;
            return 1;
        }

        uint lost = 0;
        for (; _events.Count >= capacity || _events.Count > 0 && (_bytes + fields.Length > MaxBytes || !budget.HasRoomFor(fields.Length)); lost++)
            Drop(discardOldest);
        _events.AddLast((fields, tellsState));
        CountBytes(fields.Length);
        return lost;
    }

    /// <summary>Begins a refresh. What was lost before does not matter any more.</summary>
    public void Refresh(RefreshFeed feed) => (_refresh, _lostState) = (feed, false);

    /// <summary>Sends a RefreshRequiredEvent behind all that is queued, and behind a refresh that is being sent.</summary>
    public void RequireRefresh() => _lostState = true;

    /// <summary>Removes <see cref="Oldest"/>.</summary>
    public void Pop()
    {
        if (_next is not null)
            _next = null;
        else if (IsOverflowNext)
            _overflow = null;
        else
            Remove(_events.First!);
    }

    /// <summary>Drops events until the queue fits a capacity.</summary>
    /// <returns>How many were dropped.</returns>
    public uint Shrink(uint capacity, bool discardOldest)
    {
        uint lost = 0;
        for (; _events.Count > capacity; lost++)
            Drop(discardOldest);
        return lost;
    }

    /// <summary>Empties the queue.</summary>
    public void Clear()
    {
        _events.Clear();
        (_overflow, _next, _refresh, _lostState) = (null, null, null, false);
        CountBytes(-_bytes);
    }

    private bool IsOverflowNext => _overflow is not null && (_overflowInFront || _events.Count == 0);

    // Behind the queue: first the refresh, then the request for another one.
    private byte[] Further()
    {
        if (_refresh is { } refresh)
        {
            var fields = refresh.Next(out var isLast);
            if (isLast)
                _refresh = null;
            return fields;
        }

        _lostState = false;
        return refreshRequired();
    }

    private void Drop(bool oldest)
    {
        Overflow(oldest);
        var dropped = oldest ? _events.First! : _events.Last!;
        _lostState |= dropped.Value.TellsState;
        Remove(dropped);
    }

    private void Overflow(bool oldest)
    {
        _overflow ??= overflowEvent();
        _overflowInFront = oldest;
    }

    private void Remove(LinkedListNode<(byte[] Fields, bool TellsState)> fields)
    {
        CountBytes(-fields.Value.Fields.Length);
        _events.Remove(fields);
    }

    private void CountBytes(int bytes)
    {
        _bytes += bytes;
        budget.Take(bytes);
    }
}
