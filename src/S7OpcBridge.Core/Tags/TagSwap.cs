namespace S7OpcBridge.Core;

/// <summary>
/// Byte order of a number in the PLC where it differs from S7's (most significant byte first), for example because the bytes were copied from another device.
/// </summary>
public enum TagSwap : byte
{
    /// <summary>ABCD, the S7 order.</summary>
    None,

    /// <summary>CDAB: the lower word first.</summary>
    Word,

    /// <summary>BADC: the lower byte of each word first.</summary>
    Byte,

    /// <summary>DCBA: the lowest byte first.</summary>
    Both,
}
