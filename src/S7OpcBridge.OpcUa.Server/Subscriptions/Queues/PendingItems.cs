using System.Numerics;
using System.Runtime.CompilerServices;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Queues;

/// <summary>
/// The items with something to send: a bit per slot and a bit per 64 slots, so that items need no fields for a list and are visited in memory order. The search
/// starts after the item sent last and wraps around, so that with small messages every item gets its turn.
/// </summary>
internal sealed class PendingItems(MonitoredItemStore items)
{
    private const int Shift = 6;

    private ulong[] _slots = [],
        _groups = [];
    private int _next;

    /// <summary>True when there are any.</summary>
    public bool Any => _groups.AsSpan().ContainsAnyExcept(0ul);

    /// <summary>The slot of the next item; -1: none.</summary>
    public int First => From(_next) is >= 0 and var slot ? slot : From(0);

    /// <summary>Adds an item that is not in.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(int slot, ref MonitoredItem item)
    {
        item.Flags |= ItemFlags.Pending;
        var word = slot >> Shift;
        if ((uint)word < (uint)_slots.Length && _slots[word] is not 0 and var others)
            _slots[word] = others | 1ul << slot;
        else
            AddFirst(slot);
    }

    /// <summary>Removes an item that is in.</summary>
    public void Remove(int slot)
    {
        items[slot].Flags &= ~ItemFlags.Pending;
        ClearBits(slot >> Shift, 1ul << slot);
    }

    /// <summary>Removes an item that was sent; the search goes on after it.</summary>
    public void Sent(int slot)
    {
        Remove(slot);
        _next = slot + 1;
    }

    /// <summary>A bit for each pending item of a block of 64, from the given one on.</summary>
    public ulong BlockFrom(int slot) => _slots[slot >> Shift] & ulong.MaxValue << slot;

    /// <summary>Removes sent items of a block, whose <see cref="ItemFlags.Pending"/> is cleared; the search goes on after the last of them.</summary>
    public void BlockSent(int slot, ulong sent)
    {
        if (sent == 0)
            return;
        ClearBits(slot >> Shift, sent);
        _next = (slot >> Shift << Shift) + BitOperations.Log2(sent) + 1;
    }

    private void ClearBits(int word, ulong bits)
    {
        _slots[word] &= ~bits;
        if (_slots[word] == 0)
            _groups[word >> Shift] &= ~(1ul << word);
    }

    private void AddFirst(int slot)
    {
        var word = slot >> Shift;
        if (word >= _slots.Length)
            Grow(word);
        _slots[word] = 1ul << slot;
        _groups[word >> Shift] |= 1ul << word;
    }

    private int From(int slot)
    {
        var word = slot >> Shift;
        if (word >= _slots.Length)
            return -1;
        if (BlockFrom(slot) is not 0 and var here)
            return (word << Shift) + BitOperations.TrailingZeroCount(here);
        if (++word >= _slots.Length)
            return -1;
        var group = word >> Shift;
        var words = _groups[group] & ulong.MaxValue << word;
        while (words == 0)
        {
            if (++group == _groups.Length)
                return -1;
            words = _groups[group];
        }

        word = (group << Shift) + BitOperations.TrailingZeroCount(words);
        return (word << Shift) + BitOperations.TrailingZeroCount(_slots[word]);
    }

    private void Grow(int word)
    {
        Array.Resize(ref _slots, Math.Max(word + 1, _slots.Length * 2));
        Array.Resize(ref _groups, (_slots.Length + (1 << Shift) - 1) >> Shift);
    }
}
