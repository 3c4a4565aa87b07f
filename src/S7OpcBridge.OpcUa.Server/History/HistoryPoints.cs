using System.Buffers.Binary;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>
/// The continuation points of a session's HistoryReads (OPC 10000-4, 7.9). Each can be used once, and no two are equal. When there is no room, the oldest of
/// earlier calls is reset; if all are of the present call, there is no room. What they hold is counted for the session; when the memory for clients is short
/// and this session holds the most, all are reset.
/// </summary>
internal sealed class HistoryPoints
{
    private const int Length = sizeof(ulong);

    private const long MaxBytes = 16 * 1024 * 1024;

    private readonly Lock _gate = new();
    private readonly OrderedDictionary<ulong, (HistoryCursor Cursor, long Bytes, uint Call)> _points = [];

    // Many unfinished reads share the details of their request, which count once.
    private readonly Dictionary<HistoryDetails, int> _details = [];
    private readonly HeldMemory _memory;
    private ulong _last;
    private uint _call;
    private bool _isClosed;

    /// <summary>None at first.</summary>
    /// <param name="budget">Where their memory is counted.</param>
    public HistoryPoints(ClientMemoryBudget budget) =>
        _memory = new HeldMemory(
            budget,
            ClientMemoryKind.Sessions,
            () =>
            {
                Clear();
                return true;
            }
        );

    /// <summary>Begins a call; to make room, it resets only continuation points of earlier calls.</summary>
    public void BeginCall()
    {
        lock (_gate)
            _call++;
    }

    /// <summary>Stores an unfinished read; null: no room.</summary>
    public byte[]? Add(HistoryCursor cursor, int capacity)
    {
        var bytes = cursor.Bytes;
        lock (_gate)
        {
            if (_isClosed)
                return null;
            while (_points.Count >= capacity || _points.Count > 0 && _memory.Bytes + bytes + NewDetails(cursor) > MaxBytes)
            {
                if (_points.GetAt(0).Value.Call == _call)
                    return null;
                RemoveAt(0);
            }

            _memory.Add(bytes + NewDetails(cursor));
            if (cursor.Target.Details is { } details)
                _details[details] = _details.GetValueOrDefault(details) + 1;
            _points.Add(++_last, (cursor, bytes, _call));
            var point = new byte[Length];
            BinaryPrimitives.WriteUInt64LittleEndian(point, _last);
            return point;
        }
    }

    /// <summary>Removes an unfinished read and returns it; null: there is no such continuation point.</summary>
    public HistoryCursor? Remove(ReadOnlySpan<byte> point)
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

    /// <summary>Resets all.</summary>
    public void Clear()
    {
        lock (_gate)
        {
            _points.Clear();
            _details.Clear();
            _memory.Set(0);
        }
    }

    /// <summary>Resets all, and takes no more: the session has ended.</summary>
    public void Close()
    {
        lock (_gate)
            _isClosed = true;
        Clear();
        _memory.Close();
    }

    private long NewDetails(HistoryCursor cursor) =>
        cursor.Target.Details is { } details && !_details.ContainsKey(details) ? details.Bytes : 0;

    private void RemoveAt(int index)
    {
        var (cursor, bytes, _) = _points.GetAt(index).Value;
        _points.RemoveAt(index);
        if (cursor.Target.Details is { } details && --_details[details] == 0)
            _details.Remove(details);
        _memory.Add(-bytes - NewDetails(cursor));
    }
}
