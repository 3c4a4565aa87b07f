using System.Buffers.Binary;

namespace S7OpcBridge.History.Chunks;

/// <summary>Reads what <see cref="BitWriter"/> wrote; reading past the end throws <see cref="InvalidDataException"/>.</summary>
internal ref struct BitReader(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private int _bits;

    /// <summary>Bits left, with those that fill up the last byte.</summary>
    public readonly int Left => (_bytes.Length << 3) - _bits;

    /// <summary>The next bits as a number.</summary>
    public ulong Read(int count)
    {
        if (count > Left)
            throw new InvalidDataException("A chunk ends before its last value.");
        if (count == 0)
            return 0;
        var at = _bits >> 3;
        var used = _bits & 7;
        _bits += count;
        var word = at + 8 <= _bytes.Length ? BinaryPrimitives.ReadUInt64BigEndian(_bytes[at..]) : Tail(at);
        word <<= used;
        if (count <= 64 - used)
            return word >> (64 - count);
        return word >> (64 - count) | (ulong)_bytes[at + 8] >> (72 - used - count);
    }

    /// <summary>The next bit.</summary>
    public bool ReadBit() => Read(1) != 0;

    /// <summary>The next bytes.</summary>
    public byte[] ReadBytes(int count)
    {
        if (count > Left >> 3)
            throw new InvalidDataException("A chunk ends before its last value.");
        var result = new byte[count];
        for (var i = 0; i < count; i++)
            result[i] = (byte)Read(8);
        return result;
    }

    private readonly ulong Tail(int at)
    {
        var word = 0UL;
        for (var i = 0; i < 8; i++)
            word = word << 8 | (at + i < _bytes.Length ? _bytes[at + i] : 0u);
        return word;
    }
}
