using System.Numerics;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Packing;

/// <summary>
/// Requests being filled, indexed by free bytes: finds the fullest one that still takes a number of bytes, or the emptiest. Requests without a free item are
/// not found.
/// </summary>
internal sealed class RequestBins
{
    private readonly List<Bin> _bins = [];
    private readonly int _room;
    private readonly int _itemsEach;
    private readonly int[] _head;
    private readonly ulong[] _occupied;
    private readonly bool _mayGrow;

    internal RequestBins(int requests, int room, int items, bool mayGrow)
    {
        (_room, _itemsEach, _mayGrow) = (room, items, mayGrow);
        _head = new int[room + 1];
        _occupied = new ulong[(room >> 6) + 1];
        Array.Fill(_head, -1);
        while (_bins.Count < requests)
            Add();
    }

    internal int Count => _bins.Count;

    /// <summary>Free bytes in the answer of a request.</summary>
    internal int Room(int bin) => _bins[bin].Room;

    /// <summary>Number of items that a request can still take.</summary>
    internal int ItemsLeft(int bin) => _itemsEach - _bins[bin].Items.Count;

    /// <summary>The fullest request with room for another item of this size; a new one where that is allowed; otherwise −1.</summary>
    internal int Fullest(int bytes)
    {
        var bin = FullestNow(bytes);
        return bin < 0 && _mayGrow && bytes <= _room ? Add() : bin;
    }

    /// <summary>The fullest existing request with room for another item of this size, or −1.</summary>
    internal int FullestNow(int bytes)
    {
        var room = NextRoom(bytes);
        return room < 0 ? -1 : _head[room];
    }

    /// <summary>Adds a request; −1 where no more are allowed.</summary>
    internal int Grow() => _mayGrow ? Add() : -1;

    /// <summary>The emptiest request with a free item, or −1.</summary>
    internal int Emptiest()
    {
        for (var word = _occupied.Length - 1; word >= 0; word--)
        {
            if (_occupied[word] != 0)
                return _head[(word << 6) + BitOperations.Log2(_occupied[word])];
        }
        return -1;
    }

    internal void Put(int bin, AtomRun run, int bytes)
    {
        Unlink(bin);
        _bins[bin].Items.Add(run);
        _bins[bin].Room -= bytes;
        if (ItemsLeft(bin) > 0)
            Link(bin);
    }

    internal PlanDraft ToDraft()
    {
        var draft = new PlanDraft();
        foreach (var bin in _bins)
        {
            if (bin.Items.Count > 0)
                draft.Requests.Add(bin.Items);
        }
        return draft;
    }

    private int Add()
    {
        _bins.Add(new Bin { Room = _room });
        Link(_bins.Count - 1);
        return _bins.Count - 1;
    }

    private int NextRoom(int from)
    {
        if (from >= _head.Length)
            return -1;
        var word = from >> 6;
        var bits = _occupied[word] & (ulong.MaxValue << (from & 63));
        while (bits == 0)
        {
            if (++word == _occupied.Length)
                return -1;
            bits = _occupied[word];
        }
        return (word << 6) + BitOperations.TrailingZeroCount(bits);
    }

    private void Link(int index)
    {
        var bin = _bins[index];
        bin.Previous = -1;
        bin.Next = _head[bin.Room];
        if (bin.Next >= 0)
            _bins[bin.Next].Previous = index;
        _head[bin.Room] = index;
        _occupied[bin.Room >> 6] |= 1UL << (bin.Room & 63);
    }

    private void Unlink(int index)
    {
        var bin = _bins[index];
        if (bin.Previous >= 0)
            _bins[bin.Previous].Next = bin.Next;
        else
            _head[bin.Room] = bin.Next;
        if (bin.Next >= 0)
            _bins[bin.Next].Previous = bin.Previous;
        if (_head[bin.Room] < 0)
            _occupied[bin.Room >> 6] &= ~(1UL << (bin.Room & 63));
    }

    /// <summary>A request in a list of those with equal free space; in no list when it takes no more items.</summary>
    private sealed class Bin
    {
        internal List<AtomRun> Items { get; } = [];

        internal int Room { get; set; }

        internal int Next { get; set; }

        internal int Previous { get; set; }
    }
}
