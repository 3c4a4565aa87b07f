using System.Numerics;

namespace S7OpcBridge.S7;

/// <summary>A request of a faster class with something left.</summary>
internal readonly record struct RideSeat(ClassDraft Draft, int Request, int Room, int Items);

/// <summary>The requests of one class by the bytes that they have left.</summary>
internal sealed class SeatShelf(int room)
{
    private readonly Stack<RideSeat>?[] _byRoom = new Stack<RideSeat>?[room + 1];
    private readonly ulong[] _occupied = new ulong[(room >> 6) + 1];

    /// <summary>Bytes that the emptiest has left; 0: there is none.</summary>
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

    /// <summary>Keeps it, unless nothing more fits into it.</summary>
    internal void Put(in RideSeat seat)
    {
        if (seat.Items <= 0 || seat.Room <= PduBudget.ResponseItem)
            return;
        (_byRoom[seat.Room] ??= []).Push(seat);
        _occupied[seat.Room >> 6] |= 1UL << (seat.Room & 63);
    }

    /// <summary>The fullest that has so many bytes left, taken off the shelf; <see cref="Widest"/> says whether there is one.</summary>
    internal RideSeat TakeFullest(int bytes)
    {
        var word = bytes >> 6;
        var bits = _occupied[word] & (ulong.MaxValue << (bytes & 63));
        while (bits == 0)
            bits = _occupied[++word];
        var found = (word << 6) + BitOperations.TrailingZeroCount(bits);
        var seat = _byRoom[found]!.Pop();
        if (_byRoom[found]!.Count == 0)
            _occupied[found >> 6] &= ~(1UL << (found & 63));
        return seat;
    }
}
