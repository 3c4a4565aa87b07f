namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>
/// The queued events of one monitored item, each as the encoded fields of its EventFieldList. A full queue drops an event by the discard policy and adds an
/// EventQueueOverflowEvent, in front if old events are dropped, at the end if new ones are (OPC 10000-4, 5.13.1.5); it does not count towards the capacity.
/// </summary>
/// <param name="overflowEvent">Makes the fields of an EventQueueOverflowEvent by this item's select clauses.</param>
/// <param name="budget">The limit of all queues together; when it is reached, a queue is full with one event.</param>
internal sealed class EventQueue(Func<byte[]> overflowEvent, EventBudget budget)
{
    /// <summary>Most bytes of one event; a longer one is dropped.</summary>
    public const int MaxEvent = 256 * 1024;

    /// <summary>Most bytes of all events of one item; a queue that would exceed it counts as full.</summary>
    public const int MaxBytes = 1024 * 1024;

    private readonly LinkedList<byte[]> _events = [];
    private byte[]? _overflow;
    private bool _overflowInFront;
    private int _bytes;

    /// <summary>Number of events to send, including the EventQueueOverflowEvent.</summary>
    public int Count => _events.Count + (_overflow is null ? 0 : 1);

    /// <summary>The event to send next.</summary>
    public byte[] Oldest => _overflow is not null && (_overflowInFront || _events.Count == 0) ? _overflow : _events.First!.Value;

    /// <summary>Appends an event.</summary>
    /// <returns>How many were lost.</returns>
    public uint Add(byte[] fields, uint capacity, bool discardOldest)
    {
        if (fields.Length > MaxEvent)
        {
            Overflow(discardOldest);
            return 1;
        }

        uint lost = 0;
        for (; _events.Count >= capacity || _events.Count > 0 && (_bytes + fields.Length > MaxBytes || !budget.HasRoomFor(fields.Length)); lost++)
            Drop(discardOldest);
        _events.AddLast(fields);
        CountBytes(fields.Length);
        return lost;
    }

    /// <summary>Removes <see cref="Oldest"/>.</summary>
    public void Pop()
    {
        if (ReferenceEquals(Oldest, _overflow))
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
        _overflow = null;
        CountBytes(-_bytes);
    }

    private void Drop(bool oldest)
    {
        Overflow(oldest);
        Remove(oldest ? _events.First! : _events.Last!);
    }

    private void Overflow(bool oldest)
    {
        _overflow ??= overflowEvent();
        _overflowInFront = oldest;
    }

    private void Remove(LinkedListNode<byte[]> fields)
    {
        CountBytes(-fields.Value.Length);
        _events.Remove(fields);
    }

    private void CountBytes(int bytes)
    {
        _bytes += bytes;
        budget.Take(bytes);
    }
}
