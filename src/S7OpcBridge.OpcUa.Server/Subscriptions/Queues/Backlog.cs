using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Queues;

/// <summary>
/// The queued values of a subscription's items except the newest ones, in rings that only items with such values have (OPC 10000-4, 5.13.1.5). The newest value
/// of such an item is unsent too.
/// </summary>
/// <param name="held">Counts the memory of the values.</param>
internal sealed class Backlog(MonitoredItemStore items, HeldMemory held)
{
    private readonly RingPool _rings = new(held);

    /// <summary>Values that queues had no room for, since the start.</summary>
    public uint Overflows { get; private set; }

    /// <summary>Number of an item's older values.</summary>
    public int CountOf(int slot) => items[slot].Has(ItemFlags.Older) ? RingOf(slot).Count : 0;

    /// <summary>The oldest value of an item that has older ones.</summary>
    public ref readonly SampleRing.Entry OldestOf(int slot) => ref RingOf(slot).Oldest;

    /// <summary>Removes that value.</summary>
    public void Pop(int slot)
    {
        RingOf(slot).Pop();
        ReturnEmptyRing(slot);
    }

    /// <summary>Removes all older values.</summary>
    public void Clear(int slot)
    {
        ref var item = ref items[slot];
        if (item.Has(ItemFlags.Older))
            _rings.Return(items.RingOf(slot));
        item.Flags &= ~ItemFlags.Older;
    }

    /// <summary>Moves the newest value of a queue longer than 1 to the older ones, or drops one by the discard policy.</summary>
    public void MakeRoom(int slot, ref MonitoredItem item)
    {
        if (CountOf(slot) + 1 < items.SettingsOf(slot).QueueSize)
        {
            if (!item.Has(ItemFlags.Older))
                items.RingOf(slot) = _rings.Rent();
            item.Flags |= ItemFlags.Older;
            RingOf(slot).Push(items.SampleOf(slot), item.Has(ItemFlags.Overflow));
            item.Flags &= ~ItemFlags.Overflow;
            return;
        }

        Overflows++;
        if (!item.Has(ItemFlags.DiscardOldest))
        {
            item.Flags |= ItemFlags.Overflow; // the newest is replaced and marked
            return;
        }

        var ring = RingOf(slot);
        ring.Pop();
        ring.Push(items.SampleOf(slot), item.Has(ItemFlags.Overflow));
        item.Flags &= ~ItemFlags.Overflow;
        ring.MarkOldest();
    }

    /// <summary>Drops by the discard policy what a smaller queue has no room for, and marks the neighbour of the dropped values.</summary>
    public void Shrink(int slot)
    {
        ref var item = ref items[slot];
        if (!item.Has(ItemFlags.Older))
            return;
        var lost = RingOf(slot).Count + 1 - (int)items.SettingsOf(slot).QueueSize;
        if (lost > 0)
            Drop(slot, ref item, lost);
    }

    /// <summary>Drops half of the older values of each item in the same way.</summary>
    public void DropHalf()
    {
        for (var slot = 0; slot < items.Slots; slot++)
        {
            ref var item = ref items[slot];
            if (item.Has(ItemFlags.Older))
                Drop(slot, ref item, (RingOf(slot).Count + 1) / 2);
        }

        _rings.GiveBackMemory();
    }

    private void Drop(int slot, ref MonitoredItem item, int lost)
    {
        var ring = RingOf(slot);
        Overflows += (uint)lost;
        if (item.Has(ItemFlags.DiscardOldest) || !item.Has(ItemFlags.Long))
        {
            for (; lost > 0; lost--)
                ring.Pop();
            if (ring.Count > 0)
                ring.MarkOldest();
            else
                item.Flags |= ItemFlags.Overflow; // the newest value is the oldest now
        }
        else
        {
            // The newest values of the ring are dropped; the very newest, which is in the item, stays.
            for (; lost > 0; lost--)
                ring.PopNewest();
            item.Flags |= ItemFlags.Overflow;
        }

        ReturnEmptyRing(slot);
    }

    private SampleRing RingOf(int slot) => _rings[items.RingOf(slot)];

    private void ReturnEmptyRing(int slot)
    {
        if (RingOf(slot).Count == 0)
            Clear(slot);
    }
}
