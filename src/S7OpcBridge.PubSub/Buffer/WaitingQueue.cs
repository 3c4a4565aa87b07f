namespace S7OpcBridge.PubSub.Buffer;

/// <summary>Messages in order, in a ring that grows.</summary>
internal sealed class WaitingQueue
{
    private const int LeastRoom = 64;

    private WaitingMessage[] _ring = new WaitingMessage[LeastRoom];
    private int _first;

    /// <summary>How many.</summary>
    public int Count { get; private set; }

    /// <summary>Bytes of their memory.</summary>
    public long Bytes { get; private set; }

    /// <summary>A message, counted from the oldest.</summary>
    public ref readonly WaitingMessage this[int index] => ref _ring[(_first + index) & (_ring.Length - 1)];

    /// <summary>Adds the newest.</summary>
    public void AddLast(in WaitingMessage message)
    {
        MakeRoom();
        _ring[(_first + Count) & (_ring.Length - 1)] = message;
        Count++;
        Bytes += message.Bytes;
    }

    /// <summary>Puts back what is older than all others.</summary>
    public void AddFirst(in WaitingMessage message)
    {
        MakeRoom();
        _first = (_first - 1) & (_ring.Length - 1);
        _ring[_first] = message;
        Count++;
        Bytes += message.Bytes;
    }

    /// <summary>Removes the oldest.</summary>
    public WaitingMessage RemoveFirst()
    {
        var message = _ring[_first];
        _ring[_first] = default;
        _first = (_first + 1) & (_ring.Length - 1);
        Count--;
        Bytes -= message.Bytes;
        return message;
    }

    /// <summary>Removes the newest.</summary>
    public WaitingMessage RemoveLast()
    {
        ref var place = ref _ring[(_first + Count - 1) & (_ring.Length - 1)];
        var message = place;
        place = default;
        Count--;
        Bytes -= message.Bytes;
        return message;
    }

    /// <summary>Notes that the journal has a message now.</summary>
    public void MarkInJournal(int index)
    {
        ref var place = ref _ring[(_first + index) & (_ring.Length - 1)];
        place = place with { IsInJournal = true };
    }

    private void MakeRoom()
    {
        if (Count < _ring.Length)
            return;
        var larger = new WaitingMessage[_ring.Length * 2];
        for (var i = 0; i < Count; i++)
            larger[i] = this[i];
        (_ring, _first) = (larger, 0);
    }
}
