namespace S7OpcBridge.OpcUa;

/// <summary>Items that have something to send, in the order in which they got it: a list through the items themselves, so that it costs nothing.</summary>
internal sealed class PendingList(MonitoredItemStore items)
{
    private int _last = -1;

    /// <summary>The slot of the first item; -1: none.</summary>
    public int First { get; private set; } = -1;

    /// <summary>Appends an item that is not in the list.</summary>
    public void Add(int slot, ref MonitoredItem item)
    {
        item.Flags |= ItemFlags.Pending;
        (item.Next, item.Previous) = (-1, _last);
        if (_last >= 0)
            items[_last].Next = slot;
        else
            First = slot;
        _last = slot;
    }

    /// <summary>Removes an item that is in the list.</summary>
    public void Remove(int slot)
    {
        ref var item = ref items[slot];
        item.Flags &= ~ItemFlags.Pending;
        if (item.Previous >= 0)
            items[item.Previous].Next = item.Next;
        else
            First = item.Next;
        if (item.Next >= 0)
            items[item.Next].Previous = item.Previous;
        else
            _last = item.Previous;
    }

    /// <summary>Drops everything before an item; -1: everything. The caller has taken the mark <see cref="ItemFlags.Pending"/> from those.</summary>
    public void DropBefore(int slot)
    {
        First = slot;
        if (slot >= 0)
            items[slot].Previous = -1;
        else
            _last = -1;
    }
}
