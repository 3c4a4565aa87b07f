using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;

namespace S7OpcBridge.S7Plus.Values;

/// <summary>Reads the numbers of a message in sequence. Fixed-length numbers are big-endian unless the name says otherwise.</summary>
/// <remarks>Every method throws <see cref="S7PlusProtocolException"/> where the bytes end too early or a number is invalid.</remarks>
internal ref struct PlusReader(ReadOnlySpan<byte> data)
{
    private readonly ReadOnlySpan<byte> _data = data;

    /// <summary>Bytes read so far.</summary>
    public int Position { get; private set; }

    /// <summary>Bytes not yet read.</summary>
    public readonly int Left => _data.Length - Position;

    /// <summary>The next byte without reading it; −1 at the end.</summary>
    public readonly int Peek => Position < _data.Length ? _data[Position] : -1;

    /// <summary>True where numbers have fixed instead of variable length, and flags and type two bytes each: in system events.</summary>
    public bool IsWide { get; init; }

    public byte Byte()
    {
        if (Position >= _data.Length)
            ThrowShort(1);
        return _data[Position++];
    }

    public ushort UInt16() => BinaryPrimitives.ReadUInt16BigEndian(Bytes(2));

    public uint UInt32() => BinaryPrimitives.ReadUInt32BigEndian(Bytes(4));

    public ulong UInt64() => BinaryPrimitives.ReadUInt64BigEndian(Bytes(8));

    public ushort UInt16Le() => BinaryPrimitives.ReadUInt16LittleEndian(Bytes(2));

    public uint UInt32Le() => BinaryPrimitives.ReadUInt32LittleEndian(Bytes(4));

    public ReadOnlySpan<byte> Bytes(int count)
    {
        if ((uint)count > (uint)Left)
            ThrowShort(count);
        var bytes = _data.Slice(Position, count);
        Position += count;
        return bytes;
    }

    public uint Vlq32()
    {
        if (IsWide)
            return UInt32();
        ulong value = 0;
        for (var i = 0; i < Vlq.Longest32; i++)
        {
            var next = Byte();
            value = (value << 7) | (next & 0x7Fu);
            if ((next & 0x80) == 0)
                return value <= uint.MaxValue ? (uint)value : ThrowTooLarge();
        }
        return ThrowTooLarge();
    }

    public int VlqInt32()
    {
        if (IsWide)
            return (int)UInt32();
        var value = VlqInt64();
        return value is >= int.MinValue and <= int.MaxValue ? (int)value : (int)ThrowTooLarge();
    }

    public ulong Vlq64()
    {
        if (IsWide)
            return UInt64();
        return Groups(0);
    }

    public long VlqInt64()
    {
        if (IsWide)
            return (long)UInt64();
        return (long)Groups((Peek & 0x40) != 0 ? ulong.MaxValue : 0);
    }

    /// <summary>
    /// Reads a number of things that each need at least <paramref name="least"/> bytes, so that a peer cannot cause an allocation larger than its message.
    /// </summary>
    public int Count(int least = 1)
    {
        var count = Vlq32();
        if (count > (uint)(Left / least))
            throw new S7PlusProtocolException($"Broken message: a list of {count} elements at byte {Position}, with {Left} bytes left.");
        return (int)count;
    }

    private ulong Groups(ulong value)
    {
        for (var i = 0; i < 8; i++)
        {
            var next = Byte();
            value = (value << 7) | (next & 0x7Fu);
            if ((next & 0x80) == 0)
                return value;
        }
        return (value << 8) | Byte();
    }

    [DoesNotReturn]
    private readonly void ThrowShort(int wanted) =>
        throw new S7PlusProtocolException(
            $"Broken message: it ends at byte {_data.Length}, where {wanted} more were expected from byte {Position}."
        );

    [DoesNotReturn]
    private readonly uint ThrowTooLarge() =>
        throw new S7PlusProtocolException($"Broken message: the number before byte {Position} is larger than 32 bits.");
}
