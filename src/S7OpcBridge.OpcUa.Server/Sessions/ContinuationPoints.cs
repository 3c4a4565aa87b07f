using System.Buffers.Binary;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>A browse that goes on: what was asked, and the ordinal of the next reference.</summary>
internal readonly record struct BrowseCursor(
    int Version, NodeHandle Node, BrowseDirection Direction, UInt128 Types, uint ClassMask, uint ResultMask, int Ordinal, int MaxReferences);

/// <summary>
/// The continuation points of a session. Each serves once. When there is no room, one that an earlier call left behind gives way; within one call a browse
/// without room is refused.
/// </summary>
internal sealed class ContinuationPoints
{
    private const int Length = sizeof(ulong);
    private readonly Lock _gate = new();
    private readonly Dictionary<ulong, (BrowseCursor Cursor, uint Call)> _points = [];
    private ulong _last;
    private uint _call;

    /// <summary>Bounds what one call may take.</summary>
    public void BeginCall()
    {
        lock (_gate)
            _call++;
    }

    /// <summary>Keeps a place; null: no room.</summary>
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

    /// <summary>Takes a place; false: there is no such.</summary>
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
