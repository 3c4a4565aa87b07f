namespace S7OpcBridge.S7Plus.Values;

/// <summary>The properties of each data type on the wire, in memory and in a symbol checksum.</summary>
internal static class TypeTable
{
    /// <summary>The wire type of one element; Null where the type cannot be read.</summary>
    public static WireType WireOf(S7PlusType type) =>
        type switch
        {
            S7PlusType.Bool or S7PlusType.BitBool => WireType.Bool,
            S7PlusType.Byte => WireType.Byte,
            S7PlusType.Char
            or S7PlusType.USInt
            or S7PlusType.String
            or S7PlusType.DateAndTime
            or S7PlusType.Pointer
            or S7PlusType.Any
            or S7PlusType.Remote => WireType.USInt,
            S7PlusType.SInt => WireType.SInt,
            S7PlusType.Word or S7PlusType.S5Time => WireType.Word,
            S7PlusType.UInt
            or S7PlusType.WChar
            or S7PlusType.Date
            or S7PlusType.Timer
            or S7PlusType.Counter
            or S7PlusType.WString
            or S7PlusType.BlockFb
            or S7PlusType.BlockFc
            or S7PlusType.Port
            or S7PlusType.Rtm
            or S7PlusType.Pip => WireType.UInt,
            >= S7PlusType.DbAny and <= S7PlusType.DbDyn => WireType.UInt,
            S7PlusType.Int => WireType.Int,
            (>= S7PlusType.ObAny and <= S7PlusType.ObAtt) or (>= S7PlusType.ObPCycle and <= S7PlusType.ObStartup) => WireType.Int,
            >= S7PlusType.HwAny and <= S7PlusType.HwIePort => WireType.Word,
            >= S7PlusType.ConnAny and <= S7PlusType.ConnOuc => WireType.Word,
            S7PlusType.DWord or S7PlusType.ConnRid => WireType.DWord,
            >= S7PlusType.AomIdent and <= S7PlusType.EventHwInt => WireType.DWord,
            S7PlusType.DInt or S7PlusType.Time => WireType.DInt,
            S7PlusType.UDInt or S7PlusType.TimeOfDay => WireType.UDInt,
            S7PlusType.Real => WireType.Real,
            S7PlusType.LReal => WireType.LReal,
            S7PlusType.LWord => WireType.LWord,
            S7PlusType.ULInt or S7PlusType.LTimeOfDay => WireType.ULInt,
            S7PlusType.LInt => WireType.LInt,
            S7PlusType.LTime => WireType.Timespan,
            S7PlusType.Ldt => WireType.Timestamp,
            S7PlusType.Dtl => WireType.Struct,
            _ => WireType.Null,
        };

    /// <summary>Bytes of a number of this wire type at fixed length; 0 for other types.</summary>
    public static int WidthOf(WireType type) =>
        type switch
        {
            WireType.Bool or WireType.USInt or WireType.SInt or WireType.Byte => 1,
            WireType.UInt or WireType.Int or WireType.Word => 2,
            WireType.UDInt or WireType.DInt or WireType.DWord or WireType.Real or WireType.Rid or WireType.Aid => 4,
            WireType.ULInt or WireType.LInt or WireType.LWord or WireType.LReal or WireType.Timestamp or WireType.Timespan => 8,
            _ => 0,
        };

    /// <summary>Number of array elements on the wire for one value: characters with their two lengths, bytes of BCD; 0 for a single number.</summary>
    public static int SpreadOf(S7PlusType type, int length) =>
        type switch
        {
            S7PlusType.String or S7PlusType.WString => length + 2,
            S7PlusType.DateAndTime => 8,
            S7PlusType.Pointer => 6,
            S7PlusType.Any or S7PlusType.Remote => 10,
            _ => 0,
        };

    /// <summary>The code of the type in a symbol checksum.</summary>
    public static byte ChecksumCode(S7PlusType type)
    {
        if (type == S7PlusType.BitBool)
            return (byte)S7PlusType.Bool;
        if (type < S7PlusType.AomIdent)
            return (byte)type;
        return WireOf(type) switch
        {
            WireType.DWord => (byte)S7PlusType.DWord,
            WireType.Word => (byte)S7PlusType.Word,
            WireType.Int => (byte)S7PlusType.Int,
            WireType.UInt => (byte)S7PlusType.UInt,
            _ => (byte)type,
        };
    }
}
