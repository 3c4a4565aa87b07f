namespace S7OpcBridge.OpcUa;

/// <summary>
/// The events that wait in one monitored item, each as the encoded fields of its EventFieldList. A full queue loses one by the discard policy and then tells
/// of it with an EventQueueOverflowEvent, in front when old ones are lost and behind when new ones are (OPC 10000-4, 5.13.1.5); it does not count.
/// </summary>
/// <param name="overflowEvent">The fields of an EventQueueOverflowEvent by this item's select clauses.</param>
internal sealed class EventQueue(byte[] overflowEvent)
{
    private readonly LinkedList<byte[]> _events = [];
    private bool _overflowed;
    private bool _overflowInFront;

    /// <summary>Number of events to send, the one that tells of an overflow included.</summary>
    public int Count => _events.Count + (_overflowed ? 1 : 0);

    /// <summary>The event to send next.</summary>
    public byte[] Oldest => _overflowed && (_overflowInFront || _events.Count == 0) ? overflowEvent : _events.First!.Value;

    /// <summary>Appends an event.</summary>
    /// <returns>False if one was lost.</returns>
    public bool Add(byte[] fields, uint capacity, bool discardOldest)
    {
        if (_events.Count < capacity)
        {
            _events.AddLast(fields);
            return true;
        }

        _overflowed = true;
        _overflowInFront = discardOldest;
        if (discardOldest)
            _events.RemoveFirst();
        else
            _events.RemoveLast();
        _events.AddLast(fields);
        return false;
    }

    /// <summary>Removes <see cref="Oldest"/>.</summary>
    public void Pop()
    {
        if (ReferenceEquals(Oldest, overflowEvent))
            _overflowed = false;
        else
            _events.RemoveFirst();
    }

    /// <summary>Drops what no longer fits.</summary>
    public void Shrink(uint capacity, bool discardOldest)
    {
        while (_events.Count > capacity)
        {
            _overflowed = true;
            _overflowInFront = discardOldest;
            if (discardOldest)
                _events.RemoveFirst();
            else
                _events.RemoveLast();
        }
    }

    /// <summary>Empties the queue.</summary>
    public void Clear()
    {
        _events.Clear();
        _overflowed = false;
    }
}
