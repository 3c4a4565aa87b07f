using System.Numerics;

namespace S7OpcBridge.S7;

/// <summary>
/// A fixed number of requests that are being filled, found by the room they have left: the fullest that can still take so many bytes, or the emptiest.
/// </summary>
internal sealed class RequestBins
{
    private readonly List<AtomRun>[] _items;
    private readonly int[] _itemsLeft;
    private readonly int[] _head;
    private readonly int[] _next;
    private readonly int[] _previous;
    private readonly ulong[] _occupied;

    internal RequestBins(int requests, int room, int items)
    {
        _items = new List<AtomRun>[requests];
        Room = new int[requests];
        _itemsLeft = new int[requests];
        _next = new int[requests];
        _previous = new int[requests];
        _head = new int[room + 1];
        _occupied = new ulong[(room >> 6) + 1];
        Array.Fill(_head, -1);
        Array.Fill(_itemsLeft, items);
        for (var bin = requests - 1; bin >= 0; bin--)
        {
            _items[bin] = [];
            Room[bin] = room;
            Link(bin);
        }
    }

    internal int Count => _items.Length;

    /// <summary>Bytes that each request has left in its answer.</summary>
    internal int[] Room { get; }

    internal bool Fits(int bin, int bytes, int items) => Room[bin] >= bytes && _itemsLeft[bin] >= items;

    /// <summary>The fullest request that takes this, or −1.</summary>
    internal int Fullest(int bytes, int items)
    {
        for (var room = NextRoom(bytes); room >= 0; room = NextRoom(room + 1))
        {
            for (var bin = _head[room]; bin >= 0; bin = _next[bin])
            {
                if (_itemsLeft[bin] >= items)
                    return bin;
            }
        }
        return -1;
    }

    /// <summary>The emptiest request that still takes an item, or −1.</summary>
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
        _items[bin].Add(run);
        Room[bin] -= bytes;
        if (--_itemsLeft[bin] > 0)
            Link(bin);
    }

    internal PlanDraft ToDraft()
    {
        var draft = new PlanDraft();
        draft.Requests.AddRange(_items.Where(items => items.Count > 0));
        return draft;
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

    private void Link(int bin)
    {
        var room = Room[bin];
        _previous[bin] = -1;
        _next[bin] = _head[room];
        if (_next[bin] >= 0)
            _previous[_next[bin]] = bin;
        _head[room] = bin;
        _occupied[room >> 6] |= 1UL << (room & 63);
    }

    private void Unlink(int bin)
    {
        var room = Room[bin];
        if (_previous[bin] >= 0)
            _next[_previous[bin]] = _next[bin];
        else
            _head[room] = _next[bin];
        if (_next[bin] >= 0)
            _previous[_next[bin]] = _previous[bin];
        if (_head[room] < 0)
            _occupied[room >> 6] &= ~(1UL << (room & 63));
    }
}
