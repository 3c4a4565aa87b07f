using System.Buffers.Binary;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>
/// The continuation points of a session's HistoryReads (OPC 10000-4, 7.9). Each can be used once, and no two are equal. When there is no room, the oldest of
/// earlier calls is reset; if all are of the present call, there is no room.
/// </summary>
internal sealed class HistoryPoints
{
    private const int Length = sizeof(ulong);

    // An unfinished ReadAtTime keeps its times, an unfinished ReadEvents its filter.
    private const long MaxRequestBytes = 4 * 1024 * 1024;

    private readonly Lock _gate = new();
    private readonly OrderedDictionary<ulong, (HistoryCursor Cursor, uint Call)> _points = [];
    private ulong _last;
    private uint _call;
    private long _bytes;

    /// <summary>Points that can be used.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
                return _points.Count;
        }
    }

    /// <summary>Begins a call; to make room, it resets only continuation points of earlier calls.</summary>
    public void BeginCall()
    {
        lock (_gate)
            _call++;
    }

    /// <summary>Stores an unfinished read; null: no room.</summary>
    public byte[]? Add(HistoryCursor cursor, int capacity)
    {
        lock (_gate)
        {
            while (_points.Count >= capacity || _points.Count > 0 && _bytes + cursor.Target.RequestBytes > MaxRequestBytes)
            {
                if (_points.GetAt(0).Value.Call == _call)
                    return null;
                RemoveAt(0);
            }

            _points.Add(++_last, (cursor, _call));
            _bytes += cursor.Target.RequestBytes;
            var point = new byte[Length];
            BinaryPrimitives.WriteUInt64LittleEndian(point, _last);
            return point;
        }
    }

    /// <summary>Takes an unfinished read out; null: there is no such continuation point.</summary>
    public HistoryCursor? Take(ReadOnlySpan<byte> point)
    {
        if (point.Length != Length)
            return null;
        lock (_gate)
        {
            var index = _points.IndexOf(BinaryPrimitives.ReadUInt64LittleEndian(point));
            if (index < 0)
                return null;
            var cursor = _points.GetAt(index).Value.Cursor;
            RemoveAt(index);
            return cursor;
        }
    }

    /// <summary>Resets all, at the end of the session.</summary>
    public void Clear()
    {
        lock (_gate)
        {
            _points.Clear();
            _bytes = 0;
        }
    }

    private void RemoveAt(int index)
    {
        _bytes -= _points.GetAt(index).Value.Cursor.Target.RequestBytes;
        _points.RemoveAt(index);
    }
}
