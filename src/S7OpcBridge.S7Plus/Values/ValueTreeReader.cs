namespace S7OpcBridge.S7Plus.Values;

/// <summary>Reads values as trees. Allocations are limited by the number of bytes read.</summary>
internal static class ValueTreeReader
{
    public static PlusValue Read(ref PlusReader from, int depth)
    {
        if (depth > PlusValue.MaxDepth)
            throw new S7PlusProtocolException($"Broken message: values nest deeper than {PlusValue.MaxDepth} at byte {from.Position}.");
        byte flags;
        WireType type;
        if (from.IsWide)
        {
            flags = (byte)from.UInt16();
            type = (WireType)(byte)from.UInt16();
        }
        else
        {
            flags = from.Byte();
            type = (WireType)from.Byte();
        }
        if ((flags & ValueFlags.SparseArray) != 0)
            return new PlusValue(flags, type, 0, ReadSparse(ref from, flags, type, depth));
        if (type == WireType.Struct)
            return new PlusValue(flags, type, 0, ReadStruct(ref from, flags, depth));
        return (flags & ValueFlags.FormMask) != 0 ? ReadArray(ref from, flags, type, depth) : ReadContent(ref from, flags, type, depth);
    }

    /// <summary>Reads the bits of one number of fixed or variable length.</summary>
    /// <returns>False where the type is not a number.</returns>
    public static bool TryReadBits(ref PlusReader from, WireType type, out ulong bits)
    {
        bits = 0;
        switch (type)
        {
            case WireType.Bool or WireType.USInt or WireType.Byte:
                bits = from.Byte();
                return true;
            case WireType.SInt:
                bits = (ulong)(sbyte)from.Byte();
                return true;
            case WireType.UInt or WireType.Word:
                bits = from.UInt16();
                return true;
            case WireType.Int:
                bits = (ulong)(short)from.UInt16();
                return true;
            case WireType.DWord or WireType.Real or WireType.Rid:
                bits = from.UInt32();
                return true;
            case WireType.LWord or WireType.LReal or WireType.Timestamp:
                bits = from.UInt64();
                return true;
            case WireType.UDInt or WireType.Aid:
                bits = from.Vlq32();
                return true;
            case WireType.DInt:
                bits = (ulong)from.VlqInt32();
                return true;
            case WireType.ULInt:
                bits = from.Vlq64();
                return true;
            case WireType.LInt or WireType.Timespan:
                bits = (ulong)from.VlqInt64();
                return true;
            case WireType.Null:
                return true;
            default:
                return false;
        }
    }

    private static PlusValue ReadContent(ref PlusReader from, byte flags, WireType type, int depth)
    {
        if (TryReadBits(ref from, type, out var bits))
            return new PlusValue(flags, type, bits, null);
        return type switch
        {
            WireType.WString => new PlusValue(flags, type, 0, from.Bytes(from.Count()).ToArray()),
            WireType.Blob => new PlusValue(flags, type, 0, ReadBlob(ref from, depth)),
            WireType.Struct => new PlusValue(flags, type, 0, ReadStruct(ref from, flags, depth)),
            _ => throw new S7PlusProtocolException($"Broken message: unknown type {(byte)type:X2} of a value before byte {from.Position}."),
        };
    }

    private static PlusValue ReadArray(ref PlusReader from, byte flags, WireType type, int depth)
    {
        var count = from.Count();
        if (type is WireType.USInt or WireType.Byte or WireType.Bool or WireType.SInt)
            return new PlusValue(flags, type, 0, from.Bytes(count).ToArray());
        if (type is WireType.WString or WireType.Blob)
        {
            var elements = new PlusValue[count];
            for (var i = 0; i < count; i++)
                elements[i] = ReadContent(ref from, 0, type, depth);
            return new PlusValue(flags, type, 0, elements);
        }
        var numbers = new ulong[count];
        for (var i = 0; i < count; i++)
        {
            if (!TryReadBits(ref from, type, out numbers[i]))
                throw new S7PlusProtocolException($"Broken message: an array of unknown type {(byte)type:X2} at byte {from.Position}.");
        }
        return new PlusValue(flags, type, 0, numbers);
    }

    private static PlusMember[] ReadSparse(ref PlusReader from, byte flags, WireType type, int depth)
    {
        var entries = new List<PlusMember>();
        for (var key = from.Vlq32(); key != 0; key = from.Vlq32())
            entries.Add(new PlusMember(key, ReadContent(ref from, (byte)(flags & ~ValueFlags.FormMask), type, depth + 1)));
        return [.. entries];
    }

    private static object ReadStruct(ref PlusReader from, byte flags, int depth)
    {
        var id = from.UInt32();
        if ((flags & ValueFlags.AddressArray) != 0)
        {
            var elements = new PlusValue[from.Count()];
            for (var i = 0; i < elements.Length; i++)
                elements[i] = new PlusValue(0, WireType.Struct, 0, new PlusStruct(id, ReadMembers(ref from, depth), null));
            return new PlusStructArray(id, elements);
        }
        if (!PackedStruct.IsPacked(id))
            return new PlusStruct(id, ReadMembers(ref from, depth), null);

        var timeStamp = from.UInt64();
        var packedFlags = from.Vlq32();
        var first = (packedFlags & PackedStruct.SecondCount) != 0 ? from.Vlq32() : 0;
        return new PlusStruct(id, [], new PackedStruct(timeStamp, packedFlags, first, from.Bytes(from.Count()).ToArray()));
    }

    private static PlusMember[] ReadMembers(ref PlusReader from, int depth)
    {
        var members = new List<PlusMember>();
        for (var key = from.Vlq32(); key != 0; key = from.Vlq32())
            members.Add(new PlusMember(key, Read(ref from, depth + 1)));
        return [.. members];
    }

    private static PlusBlob ReadBlob(ref PlusReader from, int depth)
    {
        var root = from.Vlq32();
        ulong unknown = 0;
        byte kind = 0;
        if (root > 1)
        {
            unknown = from.UInt64();
            kind = from.Byte();
            if (kind == PlusBlob.List)
                return new PlusBlob(root, unknown, kind, [], ReadMembers(ref from, depth));
            if (kind is not (2 or 3))
                throw new S7PlusProtocolException($"Broken message: a blob of unknown kind {kind:X2} before byte {from.Position}.");
        }
        return new PlusBlob(root, unknown, kind, from.Bytes(from.Count()).ToArray());
    }
}

/// <summary>An address array of structures of one type.</summary>
internal sealed record PlusStructArray(uint Id, PlusValue[] Elements);
