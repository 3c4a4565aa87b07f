using System.Buffers.Binary;
using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Messages;

/// <summary>The diagnostics buffer: the newest entries. Used under the lock of its owner.</summary>
internal sealed class DiagnosticBuffer
{
    public const int Capacity = 500;

    private readonly LinkedList<byte[]> _entries = [];

    public int Count => _entries.Count;

    /// <summary>Adds an entry and returns it.</summary>
    public byte[] Add(S7DiagnosticEntry entry)
    {
        var bytes = new byte[S7DiagnosticEntry.Length];
        BinaryPrimitives.WriteUInt16BigEndian(bytes, entry.EventId);
        (bytes[2], bytes[3]) = (entry.Priority, entry.Ob);
        BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(4), entry.DataId);
        BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(6), entry.Info1);
        BinaryPrimitives.WriteUInt32BigEndian(bytes.AsSpan(8), entry.Info2);
        if (entry.Time is { } time)
            PushedFrames.Time(time).CopyTo(bytes, 12);
        _entries.AddFirst(bytes);
        if (_entries.Count > Capacity)
            _entries.RemoveLast();
        return bytes;
    }

    /// <summary>The newest entries, newest first.</summary>
    public byte[][] Newest(int most) => [.. _entries.Take(most)];
}
