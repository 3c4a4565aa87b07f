using System.Numerics;
using S7OpcBridge.S7.Planning.Limits;

namespace S7OpcBridge.S7.Planning.Riding;

/// <summary>A request of a faster class with free space.</summary>
internal readonly record struct RequestFreeSpace(ClassDraft Draft, int Request, int Room, int Items);

/// <summary>The requests of one class by their free bytes.</summary>
internal sealed class RequestsByFreeBytes(int room)
{
    private readonly Stack<RequestFreeSpace>?[] _byRoom = new Stack<RequestFreeSpace>?[room + 1];
    private readonly ulong[] _occupied = new ulong[(room >> 6) + 1];

    /// <summary>Free bytes of the emptiest request; 0: there is none.</summary>
    internal int Widest
    {
        get
        {
            for (var word = _occupied.Length - 1; word >= 0; word--)
            {
                if (_occupied[word] != 0)
                    return (word << 6) + BitOperations.Log2(_occupied[word]);
            }
            return 0;
        }
    }

    /// <summary>Adds it, unless nothing more fits into it.</summary>
    internal void Put(in RequestFreeSpace place)
    {
        if (place.Items <= 0 || place.Room <= PduBudget.ResponseItem)
            return;
        (_byRoom[place.Room] ??= []).Push(place);
        _occupied[place.Room >> 6] |= 1UL << (place.Room & 63);
    }

    /// <summary>Removes and returns the fullest request with this many free bytes, at most <see cref="Widest"/>.</summary>
    internal RequestFreeSpace TakeFullest(int bytes)
    {
        var word = bytes >> 6;
        var bits = _occupied[word] & (ulong.MaxValue << (bytes & 63));
        while (bits == 0)
            bits = _occupied[++word];
        var found = (word << 6) + BitOperations.TrailingZeroCount(bits);
        var place = _byRoom[found]!.Pop();
        if (_byRoom[found]!.Count == 0)
            _occupied[found >> 6] &= ~(1UL << (found & 63));
        return place;
    }
}
