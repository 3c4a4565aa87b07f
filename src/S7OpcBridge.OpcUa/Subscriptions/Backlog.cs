namespace S7OpcBridge.OpcUa;

/// <summary>
/// The values of a subscription's items that are older than the newest: rings, lent to the items that have such values (OPC 10000-4, 5.13.1.5). An item that
/// has older values always has an unsent newest one.
/// </summary>
internal sealed class Backlog(MonitoredItemStore items)
{
    private readonly RingPool _rings = new();

    /// <summary>Values that queues had no room for, since the start.</summary>
    public uint Overflows { get; private set; }

    /// <summary>Number of an item's older values.</summary>
    public int CountOf(in MonitoredItem item) => item.Ring < 0 ? 0 : _rings[item.Ring].Count;

    /// <summary>The oldest value of an item that has older ones.</summary>
    public ref readonly SampleRing.Entry OldestOf(in MonitoredItem item) => ref _rings[item.Ring].Oldest;

    /// <summary>Removes that value.</summary>
    public void Pop(ref MonitoredItem item)
    {
        _rings[item.Ring].Pop();
        ReturnEmptyRing(ref item);
    }

    /// <summary>Removes all older values.</summary>
    public void Clear(ref MonitoredItem item)
    {
        if (item.Ring >= 0)
            _rings.Return(item.Ring);
        item.Ring = -1;
    }

    /// <summary>Moves the newest value of a queue longer than 1 to the older ones, or loses one by the discard policy.</summary>
    public void MakeRoom(int slot, ref MonitoredItem item)
    {
        var older = item.Ring < 0 ? 0 : _rings[item.Ring].Count;
        if (older + 1 < item.QueueSize)
        {
            if (item.Ring < 0)
                item.Ring = _rings.Rent();
            _rings[item.Ring].Push(items.SampleOf(slot), item.Has(ItemFlags.Overflow));
            item.Flags &= ~ItemFlags.Overflow;
            return;
        }

        Overflows++;
        if (!item.Has(ItemFlags.DiscardOldest))
        {
            item.Flags |= ItemFlags.Overflow; // the newest is replaced, and says so
            return;
        }

        var ring = _rings[item.Ring];
        ring.Pop();
        ring.Push(items.SampleOf(slot), item.Has(ItemFlags.Overflow));
        item.Flags &= ~ItemFlags.Overflow;
        ring.MarkOldest();
    }

    /// <summary>Drops by the discard policy what a smaller queue has no room for, and marks the place.</summary>
    public void Shrink(ref MonitoredItem item)
    {
        if (item.Ring < 0)
            return;
        var ring = _rings[item.Ring];
        var lost = ring.Count + 1 - (int)item.QueueSize;
        if (lost <= 0)
            return;
        Overflows += (uint)lost;
        if (item.Has(ItemFlags.DiscardOldest) || item.QueueSize == 1)
        {
            for (; lost > 0; lost--)
                ring.Pop();
            if (ring.Count > 0)
                ring.MarkOldest();
        }
        else
        {
            // The newest ones go, but the very newest value takes the last place.
            for (; lost > 0; lost--)
                ring.PopNewest();
            item.Flags |= ItemFlags.Overflow;
        }

        ReturnEmptyRing(ref item);
    }

    private void ReturnEmptyRing(ref MonitoredItem item)
    {
        if (_rings[item.Ring].Count > 0)
            return;
        _rings.Return(item.Ring);
        item.Ring = -1;
    }
}
