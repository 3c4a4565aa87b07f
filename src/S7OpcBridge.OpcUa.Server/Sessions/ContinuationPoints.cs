using System.Buffers.Binary;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>A browse to be continued: the request, and the ordinal of the next reference.</summary>
internal readonly record struct BrowseCursor(
    int Version,
    NodeHandle Node,
    BrowseDirection Direction,
    UInt128 Types,
    uint ClassMask,
    uint ResultMask,
    int Ordinal,
    int MaxReferences
);

/// <summary>
/// The continuation points of a session. Each can be used once. When there is no room, a continuation point of an earlier call is discarded; if all are of the
/// present call the browse is refused.
/// </summary>
internal sealed class ContinuationPoints
{
    private const int Length = sizeof(ulong);
    private readonly Lock _gate = new();
    private readonly Dictionary<ulong, (BrowseCursor Cursor, uint Call)> _points = [];
    private ulong _last;
    private uint _call;

    /// <summary>Begins a call; to make room, it may discard only continuation points of earlier calls.</summary>
    public void BeginCall()
    {
        lock (_gate)
            _call++;
    }

    /// <summary>Stores a browse to be continued; null: no room.</summary>
    public byte[]? Add(in BrowseCursor cursor, int capacity)
    {
        lock (_gate)
        {
            if (_points.Count >= capacity && !DropOldest())
                return null;
            _points[++_last] = (cursor, _call);
            var point = new byte[Length];
            BinaryPrimitives.WriteUInt64LittleEndian(point, _last);
            return point;
        }
    }

    /// <summary>Removes a stored browse; false: there is no such continuation point.</summary>
    public bool TryTake(ReadOnlySpan<byte> point, out BrowseCursor cursor)
    {
        cursor = default;
        if (point.Length != Length)
            return false;
        lock (_gate)
        {
            if (!_points.Remove(BinaryPrimitives.ReadUInt64LittleEndian(point), out var found))
                return false;
            cursor = found.Cursor;
            return true;
        }
    }

    public void Clear()
    {
        lock (_gate)
            _points.Clear();
    }

    private bool DropOldest()
    {
        var oldest = ulong.MaxValue;
        foreach (var (id, point) in _points)
        {
            if (point.Call != _call)
                oldest = Math.Min(oldest, id);
        }

        return _points.Remove(oldest);
    }
}
