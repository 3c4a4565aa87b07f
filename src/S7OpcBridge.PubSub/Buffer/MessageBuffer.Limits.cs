namespace S7OpcBridge.PubSub.Buffer;

/// <content>What is lost when there is too much.</content>
internal sealed partial class MessageBuffer
{
    /// <summary>The sequence of the newest message; 0: there was none.</summary>
    public long Last
    {
        get
        {
            lock (_gate)
                return _next - 1;
        }
    }

    /// <summary>The sequence of the message that was taken last; 0: none is taken.</summary>
    public long LastTaken
    {
        get
        {
            lock (_gate)
                return _taken.Count == 0 ? 0 : _taken[_taken.Count - 1].Sequence;
        }
    }

    private void Trim()
    {
        while (Waiting > 1 && WhyTooMany() is { } words)
            DropOldest(words);
        while (MemoryIsFull() && _front.Count + _back.Count > 1)
        {
            if (_journal is { IsInTrouble: true, Unread: > 0 } && FreeDisk())
                continue;
            Drop(_front.Count > 0 ? _front : _back, "There is no more room for them in memory.");
        }
    }

    private string? WhyTooMany()
    {
        if (_heldValues + (_journal?.UnreadValues ?? 0) > _options.Values)
            return $"More than {_options.Values} values wait for the broker.";
        if (_journal?.Bytes > _options.Bytes)
            return $"More than {_options.Bytes} bytes wait for the broker.";
        return MakeFront() && _front[0].Time < (_time.GetUtcNow() - _options.Keep).UtcTicks
            ? $"They waited longer than {_options.Keep} for the broker."
            : null;
    }

    private bool MemoryIsFull() =>
        (_journal is null || _journal.IsInTrouble) && _taken.Bytes + _front.Bytes + _back.Bytes > _options.MemoryBytes;

    // The disk is full: the oldest file makes room for what waits in memory.
    private bool FreeDisk()
    {
        var before = _journal!.Bytes;
        while (_journal.Unread > 0 && _journal.Bytes == before)
            DropOldest("The disk is full.");
        _journal.TryNow();
        return _journal.Bytes < before && TrySpill();
    }

    private void DropOldest(string words)
    {
        if (MakeFront())
            Drop(_front, words);
    }

    private void Drop(WaitingQueue queue, string words)
    {
        _lost.Count(1, queue[0].Message.Values, words);
        Done(queue.RemoveFirst());
    }
}
