using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Messages;

/// <summary>A structure in most requests that could qualify the object; it is always empty.</summary>
internal static class ObjectQualifier
{
    /// <summary>Its length: id, three members, end.</summary>
    public const int Length = 4 + 8 + 5 + 5 + 1;

    public static void Write(PlusWriter to)
    {
        to.UInt32(PlusIds.ObjectQualifier);
        to.Vlq(PlusIds.ParentRid);
        PlusValue.Rid(0).Write(to);
        to.Vlq(PlusIds.CompositionAid);
        PlusValue.Aid(0).Write(to);
        to.Vlq(PlusIds.KeyQualifier);
        PlusValue.UDInt(0).Write(to);
        to.Byte(0);
    }

    /// <summary>Skips the qualifier of a request that is followed by an integrity id and four zeros. TIA Portal omits the closing zero.</summary>
    public static void Skip(ref PlusReader from)
    {
        if (from.UInt32() != PlusIds.ObjectQualifier)
            throw new S7PlusProtocolException($"Broken request: no object qualifier before byte {from.Position}.");
        for (var i = 0; i < 3; i++)
        {
            from.Vlq32();
            ValueSkip.Skip(ref from);
        }
        // One zero as the end, at least one byte of integrity id, four zeros.
        if (from.Peek == 0 && from.Left >= 6)
            from.Byte();
    }
}
