namespace S7OpcBridge.S7Plus.Values;

/// <summary>The type byte of a value on the wire.</summary>
internal enum WireType : byte
{
    Null = 0x00,
    Bool = 0x01,
    USInt = 0x02,
    UInt = 0x03,
    UDInt = 0x04,
    ULInt = 0x05,
    SInt = 0x06,
    Int = 0x07,
    DInt = 0x08,
    LInt = 0x09,
    Byte = 0x0A,
    Word = 0x0B,
    DWord = 0x0C,
    LWord = 0x0D,
    Real = 0x0E,
    LReal = 0x0F,

    /// <summary>Nanoseconds since 1970, 8 bytes.</summary>
    Timestamp = 0x10,

    /// <summary>Nanoseconds, signed, of variable length.</summary>
    Timespan = 0x11,

    /// <summary>The id of an object, 4 bytes.</summary>
    Rid = 0x12,

    /// <summary>The id of an attribute, of variable length.</summary>
    Aid = 0x13,

    Blob = 0x14,

    /// <summary>A text in UTF-8 with its length in bytes.</summary>
    WString = 0x15,

    Struct = 0x17,
}

/// <summary>The flags byte of a value, which selects the form of its content.</summary>
internal static class ValueFlags
{
    /// <summary>A count, followed by that many elements.</summary>
    public const byte Array = 0x10;

    /// <summary>The same form as <see cref="Array"/>; for structures the id once, then a count and that many lists of members.</summary>
    public const byte AddressArray = 0x20;

    /// <summary>Keys with values, ended by key 0.</summary>
    public const byte SparseArray = 0x40;

    /// <summary>Set on every value by an S7-1511 V1.0; meaning unknown.</summary>
    public const byte Always = 0x80;

    /// <summary>The bits that select the form.</summary>
    public const byte FormMask = Array | AddressArray | SparseArray;
}
