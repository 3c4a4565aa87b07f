namespace S7OpcBridge.S7Plus.Values;

/// <summary>Writes values that are trees: the inverse of <see cref="ValueTreeReader"/>, except for the fixed-length form of system events.</summary>
internal static class ValueTreeWriter
{
    public static void Write(PlusWriter to, PlusValue value)
    {
        to.Byte(value.Flags);
        to.Byte((byte)value.Type);
        switch (value.Content)
        {
            case PlusMember[] entries:
                foreach (var entry in entries)
                {
                    to.Vlq(entry.Key);
                    WriteContent(to, entry.Value);
                }
                to.Byte(0);
                break;
            case PlusStructArray array:
                to.UInt32(array.Id);
                to.Vlq((uint)array.Elements.Length);
                foreach (var element in array.Elements)
                    WriteMembers(to, element.Structure!.Members);
                break;
            case ulong[] numbers:
                to.Vlq((uint)numbers.Length);
                foreach (var bits in numbers)
                    WriteBits(to, value.Type, bits);
                break;
            case PlusValue[] elements:
                to.Vlq((uint)elements.Length);
                foreach (var element in elements)
                    WriteContent(to, element);
                break;
            default:
                WriteContent(to, value);
                break;
        }
    }

    /// <summary>Writes one number of a fixed or variable length.</summary>
    public static void WriteBits(PlusWriter to, WireType type, ulong bits)
    {
        switch (type)
        {
            case WireType.Bool or WireType.USInt or WireType.Byte or WireType.SInt:
                to.Byte((byte)bits);
                break;
            case WireType.UInt or WireType.Word or WireType.Int:
                to.UInt16((ushort)bits);
                break;
            case WireType.DWord or WireType.Real or WireType.Rid:
                to.UInt32((uint)bits);
                break;
            case WireType.LWord or WireType.LReal or WireType.Timestamp:
                to.UInt64(bits);
                break;
            case WireType.UDInt or WireType.Aid:
                to.Vlq((uint)bits);
                break;
            case WireType.DInt:
                to.VlqSigned((int)bits);
                break;
            case WireType.ULInt:
                to.Vlq64(bits);
                break;
            case WireType.LInt or WireType.Timespan:
                to.VlqSigned64((long)bits);
                break;
            case WireType.Null:
                break;
            default:
                throw new ArgumentOutOfRangeException(nameof(type), type, "This type is none of a number.");
        }
    }

    private static void WriteContent(PlusWriter to, PlusValue value)
    {
        switch (value.Content)
        {
            case null:
                WriteBits(to, value.Type, value.Bits);
                break;
            case byte[] bytes:
                to.Vlq((uint)bytes.Length);
                to.Bytes(bytes);
                break;
            case PlusBlob blob:
                WriteBlob(to, blob);
                break;
            case PlusStruct { Packed: { } packed } structure:
                to.UInt32(structure.Id);
                to.UInt64(packed.TimeStamp);
                to.Vlq(packed.Flags);
                if ((packed.Flags & PackedStruct.SecondCount) != 0)
                    to.Vlq(packed.FirstCount);
                to.Vlq((uint)packed.Data.Length);
                to.Bytes(packed.Data);
                break;
            case PlusStruct structure:
                to.UInt32(structure.Id);
                WriteMembers(to, structure.Members);
                break;
            default:
                throw new ArgumentException("A list inside a list has no form on the wire.", nameof(value));
        }
    }

    private static void WriteMembers(PlusWriter to, PlusMember[] members)
    {
        foreach (var member in members)
        {
            to.Vlq(member.Key);
            Write(to, member.Value);
        }
        to.Byte(0);
    }

    private static void WriteBlob(PlusWriter to, PlusBlob blob)
    {
        to.Vlq(blob.RootId);
        if (blob.RootId > 1)
        {
            to.UInt64(blob.Unknown);
            to.Byte(blob.Kind);
        }
        if (blob.Members is { } members)
        {
            WriteMembers(to, members);
            return;
        }
        to.Vlq((uint)blob.Data.Length);
        to.Bytes(blob.Data);
    }
}
