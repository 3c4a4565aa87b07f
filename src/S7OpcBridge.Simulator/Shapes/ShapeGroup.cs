using S7OpcBridge.Simulator.Memory;

namespace S7OpcBridge.Simulator.Shapes;

/// <summary>The values with the same tick period. Accessed under the memory's lock.</summary>
internal sealed class ShapeGroup(TimeSpan period)
{
    private ShapeSlot[] _slots = [];

    /// <summary>Time between two ticks.</summary>
    public TimeSpan Period { get; } = period;

    /// <summary>When the next tick is due, as time since the PLC was made.</summary>
    public TimeSpan Due { get; set; }

    /// <summary>Number of values.</summary>
    public int Count { get; private set; }

    /// <summary>Adds a value.</summary>
    public void Add(in ShapeSlot slot)
    {
        if (Count == _slots.Length)
            Array.Resize(ref _slots, Math.Max(16, Count * 2));
        _slots[Count++] = slot;
    }

    /// <summary>Stops changing the values that begin within these bytes.</summary>
    public void Remove(MemoryBlock block, int first, int end)
    {
        var kept = 0;
        for (var i = 0; i < Count; i++)
        {
            if (!_slots[i].LiesIn(block, first, end))
                _slots[kept++] = _slots[i];
        }

        Array.Clear(_slots, kept, Count - kept);
        Count = kept;
    }

    /// <summary>Updates some values in place.</summary>
    public void Tick(int start, int count, in ShapeMoment moment, byte[] scratch)
    {
        foreach (ref var slot in _slots.AsSpan(start, count))
            slot.Tick(moment, scratch);
    }
}
