using System.Buffers.Binary;

namespace S7OpcBridge.S7Plus.Values;

/// <summary>Converts values on the wire to the fixed bytes of a <see cref="S7PlusShape"/>, and back. Allocates nothing.</summary>
internal static class ValueImage
{
    /// <summary>Reads one value including flags and type.</summary>
    /// <param name="from">Afterwards after the value, whatever the result.</param>
    /// <param name="shape">The expected type and size.</param>
    /// <param name="to">Exactly as long as the shape; written only where true is returned.</param>
    /// <returns>False where the value has another type or number of elements.</returns>
    public static bool TryRead(ref PlusReader from, in S7PlusShape shape, Span<byte> to)
    {
        var flags = from.Byte();
        var type = (WireType)from.Byte();
        if (type != shape.Wire || (flags & ValueFlags.SparseArray) != 0)
        {
            ValueSkip.SkipContent(ref from, flags, type, 0);
            return false;
        }
        if (type == WireType.Struct)
            return TryReadPacked(ref from, flags, to);
        if ((flags & ValueFlags.FormMask) == 0)
        {
            if (shape.WireCount != 0)
            {
                ValueSkip.SkipContent(ref from, flags, type, 0);
                return false;
            }
            ReadNumber(ref from, type, to);
            return true;
        }
        var count = from.Count();
        if (shape.WireCount == 0 || !IsCount(shape, count))
        {
            ValueSkip.SkipList(ref from, type, count, 0);
            return false;
        }
        if (shape.IsBits)
            PackBits(from.Bytes(count)[..shape.WireCount], to);
        else
            ReadNumbers(ref from, type, count, to);
        return true;
    }

    /// <summary>Writes flags, type and content of a value from its bytes. Structures (DTL) require <see cref="WritePacked"/>.</summary>
    public static void Write(PlusWriter to, in S7PlusShape shape, ReadOnlySpan<byte> from)
    {
        to.Byte(shape.WireCount == 0 ? (byte)0 : ValueFlags.Array);
        to.Byte((byte)shape.Wire);
        if (shape.WireCount != 0)
            to.Vlq((uint)shape.WireCount);
        if (shape.IsBits)
        {
            for (var i = 0; i < shape.WireCount; i++)
                to.Byte((byte)((from[i >> 3] >> (i & 7)) & 1));
            return;
        }
        var width = TypeTable.WidthOf(shape.Wire);
        for (var at = 0; at < from.Length; at += width)
            ValueTreeWriter.WriteBits(to, shape.Wire, NumberAt(from.Slice(at, width), shape.Wire));
    }

    /// <summary>Writes a packed structure.</summary>
    public static void WritePacked(PlusWriter to, uint id, ulong timeStamp, uint flags, ReadOnlySpan<byte> data)
    {
        to.Byte(0);
        to.Byte((byte)WireType.Struct);
        to.UInt32(id);
        to.UInt64(timeStamp);
        to.Vlq(flags & ~PackedStruct.SecondCount);
        to.Vlq((uint)data.Length);
        to.Bytes(data);
    }

    // Bits are packed into whole bytes; values of CPUs that also send the padding bits are accepted.
    private static bool IsCount(in S7PlusShape shape, int count) =>
        count == shape.WireCount || (shape.IsBits && count == (shape.WireCount + 7) / 8 * 8);

    private static bool TryReadPacked(ref PlusReader from, byte flags, Span<byte> to)
    {
        var id = from.UInt32();
        if ((flags & ValueFlags.AddressArray) != 0 || !PackedStruct.IsPacked(id))
        {
            ValueSkip.SkipStruct(ref from, flags, id, 0);
            return false;
        }
        from.UInt64();
        if ((from.Vlq32() & PackedStruct.SecondCount) != 0)
            from.Vlq32();
        var data = from.Bytes(from.Count());
        if (data.Length != to.Length)
            return false;
        data.CopyTo(to);
        return true;
    }

    private static void ReadNumbers(ref PlusReader from, WireType type, int count, Span<byte> to)
    {
        // Fixed-length numbers have the same bytes as in memory; only numbers of variable length must be converted.
        if (type is not (WireType.UDInt or WireType.DInt or WireType.ULInt or WireType.LInt or WireType.Timespan))
        {
            from.Bytes(to.Length).CopyTo(to);
            return;
        }
        var width = TypeTable.WidthOf(type);
        for (var i = 0; i < count; i++)
            ReadNumber(ref from, type, to.Slice(i * width, width));
    }

    private static void ReadNumber(ref PlusReader from, WireType type, Span<byte> to)
    {
        switch (type)
        {
            case WireType.UDInt:
                BinaryPrimitives.WriteUInt32BigEndian(to, from.Vlq32());
                break;
            case WireType.DInt:
                BinaryPrimitives.WriteInt32BigEndian(to, from.VlqInt32());
                break;
            case WireType.ULInt:
                BinaryPrimitives.WriteUInt64BigEndian(to, from.Vlq64());
                break;
            case WireType.LInt or WireType.Timespan:
                BinaryPrimitives.WriteInt64BigEndian(to, from.VlqInt64());
                break;
            default:
                from.Bytes(to.Length).CopyTo(to);
                break;
        }
    }

    private static ulong NumberAt(ReadOnlySpan<byte> from, WireType type) =>
        from.Length switch
        {
            1 => from[0],
            2 => BinaryPrimitives.ReadUInt16BigEndian(from),
            4 when type == WireType.DInt => (ulong)BinaryPrimitives.ReadInt32BigEndian(from),
            4 => BinaryPrimitives.ReadUInt32BigEndian(from),
            _ => BinaryPrimitives.ReadUInt64BigEndian(from),
        };

    private static void PackBits(ReadOnlySpan<byte> bools, Span<byte> to)
    {
        to.Clear();
        for (var i = 0; i < bools.Length; i++)
        {
            if (bools[i] != 0)
                to[i >> 3] |= (byte)(1 << (i & 7));
        }
    }
}
