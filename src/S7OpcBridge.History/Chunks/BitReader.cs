using System.Buffers.Binary;
using System.Numerics;

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
            throw Ended();
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
    public bool ReadBit()
    {
        var at = _bits >> 3;
        if (at >= _bytes.Length)
            throw Ended();
        return (_bytes[at] << (_bits++ & 7) & 0x80) != 0;
    }

    /// <summary>Counts ones up to the next zero, which is passed as well; after so many ones no zero follows.</summary>
    public int ReadOnes(int most)
    {
        var at = _bits >> 3;
        var word = (at + 8 <= _bytes.Length ? BinaryPrimitives.ReadUInt64BigEndian(_bytes[at..]) : Tail(at)) << (_bits & 7);
        var ones = Math.Min(BitOperations.LeadingZeroCount(~word), most);
        var count = Math.Min(ones + 1, most);
        if (count > Left)
            throw Ended();
        _bits += count;
        return ones;
    }

    /// <summary>The next bytes.</summary>
    public byte[] ReadBytes(int count)
    {
        if (count > Left >> 3)
            throw Ended();
        var result = new byte[count];
        for (var i = 0; i < count; i++)
            result[i] = (byte)Read(8);
        return result;
    }

    private static InvalidDataException Ended() => new("A chunk ends before its last value.");

    private readonly ulong Tail(int at)
    {
        var word = 0UL;
        for (var i = 0; i < 8; i++)
            word = word << 8 | (at + i < _bytes.Length ? _bytes[at + i] : 0u);
        return word;
    }
}
