namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>
/// The events that wait in one monitored item, each as the encoded fields of its EventFieldList. A full queue drops one by the discard policy and reports that
/// with an EventQueueOverflowEvent, in front where old events are dropped and behind where new ones are (OPC 10000-4, 5.13.1.5); it does not count as queued.
/// </summary>
/// <param name="overflowEvent">Makes the fields of an EventQueueOverflowEvent by this item's select clauses.</param>
/// <param name="budget">What all queues share; where it is used up a queue is full with one event.</param>
internal sealed class EventQueue(Func<byte[]> overflowEvent, EventBudget budget)
{
    /// <summary>Bytes of one event, at most; a longer one is dropped.</summary>
    public const int MaxEvent = 256 * 1024;

    /// <summary>Bytes of all events of one item; with that many the queue counts as full.</summary>
    public const int MaxBytes = 1024 * 1024;

    private readonly LinkedList<byte[]> _events = [];
    private byte[]? _overflow;
    private bool _overflowInFront;
    private int _bytes;

    /// <summary>Number of events to send, with the EventQueueOverflowEvent.</summary>
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
            Lose(discardOldest);
        _events.AddLast(fields);
        Reckon(fields.Length);
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

    /// <summary>Drops what no longer fits.</summary>
    /// <returns>How many.</returns>
    public uint Shrink(uint capacity, bool discardOldest)
    {
        uint lost = 0;
        for (; _events.Count > capacity; lost++)
            Lose(discardOldest);
        return lost;
    }

    /// <summary>Empties the queue.</summary>
    public void Clear()
    {
        _events.Clear();
        _overflow = null;
        Reckon(-_bytes);
    }

    private void Lose(bool oldest)
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
        Reckon(-fields.Value.Length);
        _events.Remove(fields);
    }

    private void Reckon(int bytes)
    {
        _bytes += bytes;
        budget.Take(bytes);
    }
}
