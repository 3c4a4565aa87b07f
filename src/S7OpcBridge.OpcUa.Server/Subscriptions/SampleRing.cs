using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>The values of one item that are older than its newest; grows up to the item's queue size.</summary>
internal sealed class SampleRing
{
    private Entry[] _entries = new Entry[4];
    private int _head;

    /// <summary>Number of values.</summary>
    public int Count { get; private set; }

    /// <summary>The oldest value, and whether its neighbours were lost.</summary>
    public ref readonly Entry Oldest => ref _entries[_head];

    /// <summary>Appends a value.</summary>
    public void Push(in Sample sample, bool overflow)
    {
        if (Count == _entries.Length)
            Grow();
        _entries[_head + Count++ & _entries.Length - 1] = new Entry(sample, overflow);
    }

    /// <summary>Removes the oldest value.</summary>
    public void Pop()
    {
        _entries[_head] = default;
        _head = _head + 1 & _entries.Length - 1;
        Count--;
    }

    /// <summary>Removes the newest value of the ring.</summary>
    public Entry PopNewest()
    {
        ref var newest = ref _entries[_head + --Count & _entries.Length - 1];
        var entry = newest;
        newest = default;
        return entry;
    }

    /// <summary>Says of the oldest value that its neighbours were lost.</summary>
    public void MarkOldest() => _entries[_head] = _entries[_head] with { Overflow = true };

    /// <summary>Empties the ring for the next item.</summary>
    public void Clear()
    {
        Array.Clear(_entries);
        (_head, Count) = (0, 0);
        if (_entries.Length > 64)
            _entries = new Entry[4];
    }

    private void Grow()
    {
        var grown = new Entry[_entries.Length * 2];
        for (var i = 0; i < Count; i++)
            grown[i] = _entries[_head + i & _entries.Length - 1];
        (_entries, _head) = (grown, 0);
    }

    /// <summary>A queued value.</summary>
    internal readonly record struct Entry(Sample Sample, bool Overflow);
}
