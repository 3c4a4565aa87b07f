using System.Buffers.Binary;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.Simulator.Plus.Symbols;

/// <summary>Converts items between their bytes in the PLC's memory and their values on the wire.</summary>
internal static class PlusMemory
{
    /// <summary>True where the memory contains the bytes.</summary>
    public static bool Has(in MemoryHold hold, in SymbolLocation location) =>
        (location.Area != S7Area.DataBlock || hold.Has(location.Db)) && location.Offset + location.Length <= Bytes(hold, location).Length;

    /// <summary>Copies the bytes of an item; a Bool becomes 0 or 1.</summary>
    public static void Load(in MemoryHold hold, in SymbolLocation location, Span<byte> to)
    {
        var bytes = Bytes(hold, location)[location.Offset..];
        if (location.Bit >= 0)
            to[0] = (byte)((bytes[0] >> location.Bit) & 1);
        else
            bytes[..location.Length].CopyTo(to);
    }

    /// <summary>Stores the bytes of an item.</summary>
    public static void Store(in MemoryHold hold, in SymbolLocation location, ReadOnlySpan<byte> from)
    {
        var bytes = Bytes(hold, location)[location.Offset..];
        if (location.Bit < 0)
            from.CopyTo(bytes);
        else if (from[0] != 0)
            bytes[0] |= (byte)(1 << location.Bit);
        else
            bytes[0] &= (byte)~(1 << location.Bit);
    }

    /// <summary>Writes the value of an item.</summary>
    public static void Write(PlusWriter to, in SymbolLocation location, ReadOnlySpan<byte> bytes)
    {
        if (location.Shape.Type == S7PlusType.Dtl)
            ValueImage.WritePacked(to, SymbolType.DtlRid, DtlTimeStamp, 2, bytes);
        else
            ValueImage.Write(to, location.Shape, bytes);
    }

    /// <summary>
    /// False for a structure whose time stamp differs from that of the CPU, and for a text longer than its variable. The maximum length in front of a text is
    /// that of its declaration, whatever a client writes.
    /// </summary>
    public static bool MayWrite(in SymbolLocation location, PlusValue value, Span<byte> bytes)
    {
        var declared = location.Shape.Length;
        switch (location.Shape.Type)
        {
            case S7PlusType.Dtl:
                return value.Structure?.Packed?.TimeStamp == DtlTimeStamp;
            case S7PlusType.String when declared > 0 && location.Shape.Count == 0:
                bytes[0] = (byte)declared;
                return bytes[1] <= declared;
            case S7PlusType.WString when declared > 0 && location.Shape.Count == 0:
                BinaryPrimitives.WriteUInt16BigEndian(bytes, (ushort)declared);
                return BinaryPrimitives.ReadUInt16BigEndian(bytes[2..]) <= declared;
            default:
                return true;
        }
    }

    // The interface time stamp of DTL, which a write must repeat.
    private const ulong DtlTimeStamp = 0x3714_0A3C_0000_0001;

    private static Span<byte> Bytes(in MemoryHold hold, in SymbolLocation location) =>
        location.Area == S7Area.DataBlock ? hold.Block(location.Db) : hold.Area(location.Area);
}
