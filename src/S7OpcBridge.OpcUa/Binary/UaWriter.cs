using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using S7OpcBridge.OpcUa.Binary;

namespace S7OpcBridge.OpcUa;

/// <summary>
/// Writes the binary encoding of OPC 10000-6, 5.2 into a <see cref="MessageBuffer"/>, over as many segments as it takes, or into one span. Needs a
/// little-endian machine, because the encoding is little-endian. Errors: <see cref="UaException"/> with BadResponseTooLarge when the buffer's limit is reached,
/// BadEncodingError for what has no encoding.
/// </summary>
public ref partial struct UaWriter
{
    private readonly MessageBuffer? _buffer;
    private Span<byte> _segment;
    private int _used,
        _before;

    /// <summary>Appends to a buffer.</summary>
    public UaWriter(MessageBuffer buffer)
    {
        _buffer = buffer;
        _segment = buffer.Open(out _used, out _before);
    }

    /// <summary>Writes into a span of fixed size.</summary>
    public UaWriter(Span<byte> destination) => _segment = destination;

    /// <summary>Bytes written, from the start of the buffer.</summary>
    public readonly int Position => _before + _used;

    /// <summary>Sets the length of the buffer to what was written; to be called once, at the end.</summary>
    public readonly void Flush() => _buffer?.Close(Position);

    /// <summary>Leaves four bytes for a UInt32 (a length or count) that is known later.</summary>
    /// <returns>The position for <see cref="Patch"/>.</returns>
    public int Reserve()
    {
        var position = Position;
        Put(0u);
        return position;
    }

    /// <summary>Writes the value for which <see cref="Reserve"/> left room.</summary>
    public readonly void Patch(int position, uint value)
    {
        if (position >= _before && position + sizeof(uint) <= _before + _segment.Length)
            MemoryMarshal.Write(_segment[(position - _before)..], in value);
        else
            _buffer!.Patch(position, value);
    }

    /// <summary>The rest of the present segment; <see cref="Advance"/> counts what is written into it.</summary>
    internal readonly Span<byte> Room => _segment[_used..];

    /// <summary>Counts bytes that were written into <see cref="Room"/>.</summary>
    internal void Advance(int bytes) => _used += bytes;

    /// <summary>Bytes that are encoded already.</summary>
    public void WriteRaw(scoped ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > _segment.Length - _used)
        {
            var part = _segment.Length - _used;
            bytes[..part].CopyTo(_segment[_used..]);
            bytes = bytes[part..];
            _used += part;
            NextSegment();
        }

        bytes.CopyTo(_segment[_used..]);
        _used += bytes.Length;
    }

    /// <summary>One byte, 0 or 1.</summary>
    public void WriteBoolean(bool value) => Put(value ? (byte)1 : (byte)0);

    /// <summary>One byte.</summary>
    public void WriteSByte(sbyte value) => Put(value);

    /// <summary>One byte.</summary>
    public void WriteByte(byte value) => Put(value);

    /// <summary>Two bytes.</summary>
    public void WriteInt16(short value) => Put(value);

    /// <summary>Two bytes.</summary>
    public void WriteUInt16(ushort value) => Put(value);

    /// <summary>Four bytes.</summary>
    public void WriteInt32(int value) => Put(value);

    /// <summary>Four bytes.</summary>
    public void WriteUInt32(uint value) => Put(value);

    /// <summary>Eight bytes.</summary>
    public void WriteInt64(long value) => Put(value);

    /// <summary>Eight bytes.</summary>
    public void WriteUInt64(ulong value) => Put(value);

    /// <summary>Four bytes; NaN values are not normalised.</summary>
    public void WriteFloat(float value) => Put(value);

    /// <summary>Eight bytes; NaN values are not normalised.</summary>
    public void WriteDouble(double value) => Put(value);

    /// <summary>OPC UA ticks (100 ns since 1601), clamped at both ends.</summary>
    public void WriteDateTime(long uaTicks) => Put(UaTime.Clamp(uaTicks));

    /// <summary>Four bytes.</summary>
    public void WriteStatusCode(StatusCode value) => Put(value.Value);

    /// <summary>Sixteen bytes: three little-endian numbers and eight bytes.</summary>
    public void WriteGuid(Guid value)
    {
        Span<byte> bytes = stackalloc byte[16];
        value.TryWriteBytes(bytes);
        WriteRaw(bytes);
    }

    /// <summary>A byte count and UTF-8; null has count -1.</summary>
    public void WriteString(string? value)
    {
        if (value is null)
        {
            Put(-1);
            return;
        }

        var length = Encoding.UTF8.GetByteCount(value);
        Put(length);
        if (length <= _segment.Length - _used)
            _used += Encoding.UTF8.GetBytes(value, _segment[_used..]);
        else
            WriteRaw(Encoding.UTF8.GetBytes(value));
    }

    /// <summary>A string that is UTF-8 already.</summary>
    public void WriteStringBytes(scoped ReadOnlySpan<byte> utf8)
    {
        Put(utf8.Length);
        WriteRaw(utf8);
    }

    /// <summary>A byte count and the bytes; null has count -1.</summary>
    public void WriteByteString(byte[]? value)
    {
        if (value is null)
            Put(-1);
        else
            WriteStringBytes(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Put<T>(T value)
        where T : unmanaged
    {
        if (ReservedBytes.TryTake(_segment, _used, Unsafe.SizeOf<T>(), out var room))
        {
            room.Write(0, value);
            _used += Unsafe.SizeOf<T>();
        }
        else
        {
            PutSplit(value);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PutSplit<T>(T value)
        where T : unmanaged => WriteRaw(MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in value)));

    private void NextSegment()
    {
        if (_buffer is null)
            EncodingError.TooLarge(_segment.Length);
        _segment = _buffer.Next(out _before);
        _used = 0;
    }
}
