using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Queues;

/// <summary>The values of one item that are older than its newest; grows up to the item's queue size.</summary>
/// <param name="held">Counts its memory beyond that of a small ring of scalars.</param>
internal sealed class SampleRing(HeldMemory held)
{
    private const int Smallest = 4,
        EntrySize = 56;

    private Entry[] _entries = new Entry[Smallest];
    private int _head;

    /// <summary>Number of values.</summary>
    public int Count { get; private set; }

    /// <summary>The oldest value, and whether values next to it were lost.</summary>
    public ref readonly Entry Oldest => ref _entries[_head];

    /// <summary>Appends a value.</summary>
    public void Push(in Sample sample, bool overflow)
    {
        if (Count == _entries.Length)
            Resize(_entries.Length * 2);
        held.Add(MemoryOf(sample));
        _entries[_head + Count++ & _entries.Length - 1] = new Entry(sample, overflow);
    }

    /// <summary>Removes the oldest value.</summary>
    public void Pop()
    {
        Release(ref _entries[_head]);
        _head = _head + 1 & _entries.Length - 1;
        Count--;
    }

    /// <summary>Removes the newest value of the ring.</summary>
    public void PopNewest() => Release(ref _entries[_head + --Count & _entries.Length - 1]);

    /// <summary>Marks the oldest value: values next to it were lost.</summary>
    public void MarkOldest() => _entries[_head] = _entries[_head] with { Overflow = true };

    /// <summary>Empties the ring for the next item.</summary>
    public void Clear()
    {
        while (Count > 0)
            Pop();
        _head = 0;
        if (_entries.Length > 64)
            Resize(Smallest);
    }

    /// <summary>Shrinks the ring to its content.</summary>
    public void Fit()
    {
        var length = Smallest;
        while (length < Count)
            length *= 2;
        if (length < _entries.Length)
            Resize(length);
    }

    private static int MemoryOf(in Sample sample) => sample.Shared?.Encoded.Length ?? 0;

    private void Release(ref Entry entry)
    {
        held.Add(-MemoryOf(entry.Sample));
        entry = default;
    }

    private void Resize(int length)
    {
        var resized = new Entry[length];
        for (var i = 0; i < Count; i++)
            resized[i] = _entries[_head + i & _entries.Length - 1];
        held.Add((length - _entries.Length) * EntrySize);
        (_entries, _head) = (resized, 0);
    }

    /// <summary>A queued value.</summary>
    internal readonly record struct Entry(Sample Sample, bool Overflow);
}
