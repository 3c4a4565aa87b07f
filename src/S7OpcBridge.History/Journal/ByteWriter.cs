using System.Buffers.Binary;
using System.Text;

namespace S7OpcBridge.History.Journal;

/// <summary>Appends bytes and numbers to a buffer that grows and is used again.</summary>
internal sealed class ByteWriter
{
    private byte[] _bytes = new byte[4096];

    /// <summary>Bytes written.</summary>
    public int Length { get; private set; }

    /// <summary>What was written; <see cref="Clear"/> ends its life.</summary>
    public ReadOnlyMemory<byte> Written => _bytes.AsMemory(0, Length);

    /// <summary>Starts again; a large buffer is given back.</summary>
    public void Clear()
    {
        Length = 0;
        if (_bytes.Length > 16 << 20)
            _bytes = new byte[4096];
    }

    public void Byte(byte value) => Room(1)[0] = value;

    /// <summary>Four bytes, little-endian.</summary>
    public void UInt32(uint value) => BinaryPrimitives.WriteUInt32LittleEndian(Room(4), value);

    /// <summary>Eight bytes, little-endian.</summary>
    public void Int64(long value) => BinaryPrimitives.WriteInt64LittleEndian(Room(8), value);

    /// <summary>Seven bits a byte, lowest first, with the sign in the lowest bit.</summary>
    public void Number(long value)
    {
        var folded = (ulong)((value << 1) ^ (value >> 63));
        if (_bytes.Length - Length < 10)
            Grow(10);
        while (folded >= 0x80)
        {
            _bytes[Length++] = (byte)(folded | 0x80);
            folded >>= 7;
        }

        _bytes[Length++] = (byte)folded;
    }

    /// <summary>A length and bytes.</summary>
    public void Counted(ReadOnlySpan<byte> bytes)
    {
        Number(bytes.Length);
        bytes.CopyTo(Room(bytes.Length));
    }

    /// <summary>A length and UTF-8.</summary>
    public void Text(string text) => Counted(Encoding.UTF8.GetBytes(text));

    private Span<byte> Room(int count)
    {
        if (_bytes.Length - Length < count)
            Grow(count);
        Length += count;
        return _bytes.AsSpan(Length - count, count);
    }

    private void Grow(int count) => Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, Length + count));
}
