namespace S7OpcBridge.Core;

/// <summary>How the bytes of a number lie in the PLC where it is not the S7 way (the highest byte first): copied there from a device with another order.</summary>
public enum TagSwap : byte
{
    /// <summary>ABCD, the S7 way.</summary>
    None,

    /// <summary>CDAB: the lower word first.</summary>
    Word,

    /// <summary>BADC: the lower byte of each word first.</summary>
    Byte,

    /// <summary>DCBA: the lowest byte first.</summary>
    Both,
}
