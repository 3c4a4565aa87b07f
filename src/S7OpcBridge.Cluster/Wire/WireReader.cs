using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Text;

namespace S7OpcBridge.Cluster.Wire;

/// <summary>Reads what <see cref="WireWriter"/> wrote; throws <see cref="InvalidDataException"/> for anything else. Counts are checked.</summary>
internal ref struct WireReader(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private int _at;

    public readonly int Left => _bytes.Length - _at;

    public byte Byte() => _at < _bytes.Length ? _bytes[_at++] : throw Short();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Unsigned()
    {
        // Most numbers are below 128.
        if (_at < _bytes.Length && _bytes[_at] < 0x80)
            return _bytes[_at++];
        return LongUnsigned();
    }

    public long Signed()
    {
        var value = Unsigned();
        return (long)(value >> 1) ^ -(long)(value & 1);
    }

    /// <summary>A number of elements that take at least so many bytes each.</summary>
    public int Count(int bytesEach = 1)
    {
        var count = Unsigned();
        return count <= (ulong)(Left / bytesEach) ? (int)count : throw Short();
    }

    /// <summary>A count of <see cref="WireWriter.CountLater"/>.</summary>
    public int SetCount()
    {
        var count = (int)Fixed32();
        return count >= 0 && count <= Left ? count : throw Short();
    }

    public uint Fixed32() => BinaryPrimitives.ReadUInt32LittleEndian(Bytes(4));

    public ulong Fixed64() => BinaryPrimitives.ReadUInt64LittleEndian(Bytes(8));

    public ReadOnlySpan<byte> Bytes(int count)
    {
        if (count > Left)
            throw Short();
        var taken = _bytes.Slice(_at, count);
        _at += count;
        return taken;
    }

    public string? NullableText()
    {
        var length = Unsigned();
        if (length == 0)
            return null;
        if (length - 1 > (ulong)Left)
            throw Short();
        return Encoding.UTF8.GetString(Bytes((int)(length - 1)));
    }

    public string Text() => NullableText() ?? throw new InvalidDataException("A text is missing in a message of another node.");

    private ulong LongUnsigned()
    {
        var (value, shift) = (0UL, 0);
        while (true)
        {
            var next = Byte();
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                return value;
            shift += 7;
            if (shift > 63)
                throw new InvalidDataException("A number in a message of another node is too long.");
        }
    }

    private static InvalidDataException Short() => new("A message of another node ends too early.");
}
