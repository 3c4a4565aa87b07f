namespace S7OpcBridge.S7Plus.Values;

/// <summary>Skips values. Allocates nothing.</summary>
internal static class ValueSkip
{
    /// <summary>Skips one value including flags and type.</summary>
    public static void Skip(ref PlusReader from, int depth = 0)
    {
        if (depth > PlusValue.MaxDepth)
            throw new S7PlusProtocolException($"Broken message: values nest deeper than {PlusValue.MaxDepth} at byte {from.Position}.");
        var flags = from.Byte();
        SkipContent(ref from, flags, (WireType)from.Byte(), depth);
    }

    /// <summary>Skips a value after its flags and type.</summary>
    public static void SkipContent(ref PlusReader from, byte flags, WireType type, int depth)
    {
        if ((flags & ValueFlags.SparseArray) != 0)
        {
            while (from.Vlq32() != 0)
                SkipOne(ref from, type, depth);
        }
        else if (type == WireType.Struct)
        {
            SkipStruct(ref from, flags, from.UInt32(), depth);
        }
        else if ((flags & ValueFlags.FormMask) != 0)
        {
            SkipList(ref from, type, from.Count(), depth);
        }
        else
        {
            SkipOne(ref from, type, depth);
        }
    }

    /// <summary>Skips the elements of an array.</summary>
    public static void SkipList(ref PlusReader from, WireType type, int count, int depth)
    {
        for (var i = 0; i < count; i++)
            SkipOne(ref from, type, depth);
    }

    public static void SkipStruct(ref PlusReader from, byte flags, uint id, int depth)
    {
        if ((flags & ValueFlags.AddressArray) != 0)
        {
            for (var count = from.Count(); count > 0; count--)
                SkipMembers(ref from, depth);
        }
        else if (PackedStruct.IsPacked(id))
        {
            from.UInt64();
            if ((from.Vlq32() & PackedStruct.SecondCount) != 0)
                from.Vlq32();
            from.Bytes(from.Count());
        }
        else
        {
            SkipMembers(ref from, depth);
        }
    }

    private static void SkipBlob(ref PlusReader from, int depth)
    {
        if (from.Vlq32() > 1)
        {
            from.UInt64();
            if (from.Byte() == PlusBlob.List)
            {
                SkipMembers(ref from, depth);
                return;
            }
        }
        from.Bytes(from.Count());
    }

    private static void SkipMembers(ref PlusReader from, int depth)
    {
        while (from.Vlq32() != 0)
            Skip(ref from, depth + 1);
    }

    private static void SkipOne(ref PlusReader from, WireType type, int depth)
    {
        switch (type)
        {
            case WireType.WString:
                from.Bytes(from.Count());
                break;
            case WireType.Blob:
                SkipBlob(ref from, depth);
                break;
            case WireType.Struct:
                SkipStruct(ref from, 0, from.UInt32(), depth);
                break;
            default:
                if (!ValueTreeReader.TryReadBits(ref from, type, out _))
                    throw new S7PlusProtocolException(
                        $"Broken message: unknown type {(byte)type:X2} of a value before byte {from.Position}."
                    );
                break;
        }
    }
}
