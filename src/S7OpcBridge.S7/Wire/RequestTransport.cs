namespace S7OpcBridge.S7.Wire;

/// <summary>Transport type in an item specification: the type of one element.</summary>
internal enum RequestTransport : byte
{
    Bit = 0x01,
    Byte = 0x02,
    Char = 0x03,
    Word = 0x04,
    Int = 0x05,
    DWord = 0x06,
    DInt = 0x07,
    Real = 0x08,
    Counter = 0x1C,
    Timer = 0x1D,
}

/// <summary>Transport type of a data item: the unit of its length.</summary>
internal enum DataTransport : byte
{
    /// <summary>No data: a failed item.</summary>
    None = 0x00,

    /// <summary>Length in bits, one bit per item.</summary>
    Bit = 0x03,

    /// <summary>Bytes, words and double words; length in bits.</summary>
    Byte = 0x04,

    /// <summary>Length in bits.</summary>
    Int = 0x05,

    /// <summary>Length in bytes.</summary>
    DInt = 0x06,

    /// <summary>Length in bytes.</summary>
    Real = 0x07,

    /// <summary>Length in bytes.</summary>
    Octets = 0x09,
}
