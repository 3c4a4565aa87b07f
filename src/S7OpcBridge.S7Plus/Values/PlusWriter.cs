using System.Buffers.Binary;

namespace S7OpcBridge.S7Plus.Values;

/// <summary>Writes a message into a growing buffer. Fixed-length numbers are big-endian unless the name says otherwise.</summary>
internal sealed class PlusWriter(int capacity = 256)
{
    private byte[] _buffer = new byte[capacity];

    /// <summary>Bytes written so far.</summary>
    public int Length { get; private set; }

    public ReadOnlySpan<byte> Written => _buffer.AsSpan(0, Length);

    public byte[] ToArray() => Written.ToArray();

    /// <summary>Discards everything after the first <paramref name="length"/> bytes.</summary>
    public void Truncate(int length) => Length = length;

    public void Byte(byte value) => Reserve(1)[0] = value;

    public void UInt16(ushort value) => BinaryPrimitives.WriteUInt16BigEndian(Reserve(2), value);

    public void UInt32(uint value) => BinaryPrimitives.WriteUInt32BigEndian(Reserve(4), value);

    public void UInt64(ulong value) => BinaryPrimitives.WriteUInt64BigEndian(Reserve(8), value);

    public void UInt16Le(ushort value) => BinaryPrimitives.WriteUInt16LittleEndian(Reserve(2), value);

    public void UInt32Le(uint value) => BinaryPrimitives.WriteUInt32LittleEndian(Reserve(4), value);

    public void Vlq(uint value) => Length += Values.Vlq.Write(Room(Values.Vlq.Longest32), value);

    public void VlqSigned(int value) => Length += Values.Vlq.Write(Room(Values.Vlq.Longest32), value);

    public void Vlq64(ulong value) => Length += Values.Vlq.Write(Room(Values.Vlq.Longest64), value);

    public void VlqSigned64(long value) => Length += Values.Vlq.Write(Room(Values.Vlq.Longest64), value);

    public void Bytes(ReadOnlySpan<byte> bytes) => bytes.CopyTo(Reserve(bytes.Length));

    private Span<byte> Reserve(int count)
    {
        var room = Room(count)[..count];
        Length += count;
        return room;
    }

    private Span<byte> Room(int count)
    {
        if (_buffer.Length - Length < count)
            Array.Resize(ref _buffer, Math.Max(_buffer.Length * 2, Length + count));
        return _buffer.AsSpan(Length);
    }
}
