using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>
/// What panels show beside an alarm: <c>syntax(2), version(2), client's id(4), priority(1)</c>, from syntax 0101 on three bytes more, from 0102 on
/// <c>class(2), producer(1), group(1), flags(1)</c>.
/// </summary>
internal readonly record struct HmiInfo(byte Priority, ushort Class)
{
    private const ushort WithReserve = 0x0101;
    private const ushort WithClass = 0x0102;
    private const int Reserve = 3;

    /// <summary>Bytes that end early, as those of an unknown syntax may, leave the rest 0.</summary>
    public static HmiInfo Read(ReadOnlySpan<byte> bytes)
    {
        const int ToPriority = 9;
        if (bytes.Length < ToPriority)
            return default;
        var from = new PlusReader(bytes);
        var syntax = from.UInt16();
        from.Bytes(6);
        var priority = from.Byte();
        if (syntax < WithReserve || from.Left < Reserve)
            return new HmiInfo(priority, 0);
        from.Bytes(Reserve);
        return new HmiInfo(priority, syntax >= WithClass && from.Left >= 2 ? from.UInt16() : (ushort)0);
    }

    public byte[] Encode()
    {
        const ushort Syntax = 0x0103;
        var to = new PlusWriter();
        to.UInt16(Syntax);
        to.UInt16(0x33B0);
        to.UInt32(0);
        to.Byte(Priority);
        to.Bytes([0, 0, 0]);
        to.UInt16(Class);
        to.Bytes([0, 1, 1]);
        return to.ToArray();
    }
}
