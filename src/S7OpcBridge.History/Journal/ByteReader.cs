using System.Buffers.Binary;
using System.Text;

namespace S7OpcBridge.History.Journal;

/// <summary>Reads what <see cref="ByteWriter"/> wrote; reading past the end throws <see cref="InvalidDataException"/>.</summary>
internal ref struct ByteReader(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private int _at;

    /// <summary>True behind the last byte.</summary>
    public readonly bool AtEnd => _at == _bytes.Length;

    public byte Byte() => Read(1)[0];

    /// <summary>Four bytes.</summary>
    public uint UInt32() => BinaryPrimitives.ReadUInt32LittleEndian(Read(4));

    /// <summary>Eight bytes.</summary>
    public long Int64() => BinaryPrimitives.ReadInt64LittleEndian(Read(8));

    /// <summary>A number with its sign in the lowest bit.</summary>
    public long Number()
    {
        var folded = 0UL;
        for (var shift = 0; shift < 70; shift += 7)
        {
            var one = Read(1)[0];
            folded |= (ulong)(one & 0x7F) << shift;
            if (one < 0x80)
                return (long)(folded >> 1) ^ -(long)(folded & 1);
        }

        throw new InvalidDataException("A number in the journal does not end.");
    }

    /// <summary>A length and bytes.</summary>
    public ReadOnlySpan<byte> Counted()
    {
        var length = Number();
        if (length < 0 || length > _bytes.Length - _at)
            throw new InvalidDataException("A frame of the journal is too short.");
        return Read((int)length);
    }

    /// <summary>A length and UTF-8.</summary>
    public string Text() => Encoding.UTF8.GetString(Counted());

    private ReadOnlySpan<byte> Read(int count)
    {
        if (count > _bytes.Length - _at)
            throw new InvalidDataException("A frame of the journal is too short.");
        _at += count;
        return _bytes.Slice(_at - count, count);
    }
}
