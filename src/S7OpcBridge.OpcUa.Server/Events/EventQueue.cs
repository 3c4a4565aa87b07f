namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>
/// The queued events of one monitored item, each as the encoded fields of its EventFieldList. A full queue drops an event by the discard policy and adds an
/// EventQueueOverflowEvent, in front if old events are dropped, at the end if new ones are (OPC 10000-4, 5.13.1.5); it does not count towards the capacity.
/// What a refresh of conditions sends is queued in the order in which it was made and does not count either; the RefreshRequiredEvent after the loss of a
/// condition's event comes behind all.
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

    /// <summary>The most bytes of a refresh that are made at a time, before the last event.</summary>
    public const int MaxRefreshedBytes = MaxBytes / 4;

    // So many events of a refresh are made at a time; it goes on when fewer wait.
    private const int ManyRefreshed = 250,
        FewRefreshed = 100;

    private readonly LinkedList<Queued> _events = [];
    private byte[]? _overflow,
        _required;
    private bool _overflowInFront;
    private int _bytes,
        _refreshed;
    private RefreshFeed? _refresh;

    /// <summary>Number of events to send, including those about an overflow and a refresh.</summary>
    public int Count => _events.Count + (_overflow is null ? 0 : 1) + (_required is null || IsRefreshing ? 0 : 1);

    /// <summary>True while a refresh is being sent.</summary>
    public bool IsRefreshing => _refresh is not null || _refreshed > 0;

    /// <summary>The refresh whose next events are wanted; null: none.</summary>
    public RefreshFeed? WantedRefresh => _refreshed < (IsRoomForMany ? FewRefreshed : 1) ? _refresh : null;

    /// <summary>How many of them.</summary>
    public int WantedRefreshed => IsRoomForMany ? ManyRefreshed : 1;

    /// <summary>True while the events of that refresh are made.</summary>
    public bool IsSending(RefreshFeed refresh) => _refresh == refresh;

    /// <summary>The event to send next.</summary>
    public byte[] Oldest =>
        IsOverflowNext ? _overflow!
        : _events.First is { } first ? first.Value.Fields
        : _required!;

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
            Lose(discardOldest, tellsState);
            return 1;
        }

        uint lost = 0;
        for (; Own >= capacity || Own > 0 && (_bytes + fields.Length > MaxBytes || !budget.HasRoomFor(fields.Length)); lost++)
            Drop(discardOldest);
        _events.AddLast(new Queued(fields, tellsState, false));
        CountBytes(fields.Length);
        return lost;
    }

    /// <summary>Notes that an event was lost before it could be queued.</summary>
    public void Lose(bool discardOldest, bool tellsState)
    {
        Overflow(discardOldest);
        if (tellsState)
            _required ??= refreshRequired();
    }

    /// <summary>Begins a refresh. What was lost before does not matter any more.</summary>
    public void Refresh(RefreshFeed feed) => (_refresh, _required) = (feed, null);

    /// <summary>Appends an event of a refresh; one that is too large is left out.</summary>
    /// <param name="fields">The event.</param>
    /// <param name="isLast">True: it is the end.</param>
    public void AddRefreshed(byte[] fields, bool isLast)
    {
        if (isLast)
            _refresh = null;
        if (fields.Length > MaxEvent)
            return;
        _events.AddLast(new Queued(fields, true, true));
        CountBytes(fields.Length);
        _refreshed++;
    }

    /// <summary>Sends a RefreshRequiredEvent behind all that is queued, and behind a refresh that is being sent.</summary>
    public void RequireRefresh(byte[] fields) => _required ??= fields;

    /// <summary>Removes <see cref="Oldest"/>.</summary>
    public void Pop()
    {
        if (IsOverflowNext)
            _overflow = null;
        else if (_events.First is { } first)
            Remove(first);
        else
            _required = null;
    }

    /// <summary>Drops events until the queue fits a capacity.</summary>
    /// <returns>How many were dropped.</returns>
    public uint Shrink(uint capacity, bool discardOldest)
    {
        uint lost = 0;
        for (; Own > capacity; lost++)
            Drop(discardOldest);
        return lost;
    }

    /// <summary>Empties the queue.</summary>
    public void Clear()
    {
        _events.Clear();
        (_overflow, _required, _refresh, _refreshed) = (null, null, null, 0);
        CountBytes(-_bytes);
    }

    private bool IsOverflowNext => _overflow is not null && (_overflowInFront || _events.Count == 0);

    private int Own => _events.Count - _refreshed;

    private bool IsRoomForMany => budget.HasRoomFor(MaxRefreshedBytes);

    private void Drop(bool oldest)
    {
        var dropped = oldest ? _events.First! : _events.Last!;
        while (dropped.Value.IsRefreshed)
            dropped = oldest ? dropped.Next! : dropped.Previous!;
        Lose(oldest, dropped.Value.TellsState);
        Remove(dropped);
    }

    private void Overflow(bool oldest)
    {
        _overflow ??= overflowEvent();
        _overflowInFront = oldest;
    }

    private void Remove(LinkedListNode<Queued> queued)
    {
        var (fields, _, isRefreshed) = queued.Value;
        CountBytes(-fields.Length);
        _refreshed -= isRefreshed ? 1 : 0;
        _events.Remove(queued);
    }

    private void CountBytes(int bytes)
    {
        _bytes += bytes;
        budget.Charge(bytes);
    }

    private readonly record struct Queued(byte[] Fields, bool TellsState, bool IsRefreshed);
}
