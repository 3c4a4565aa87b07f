namespace S7OpcBridge.S7;

/// <summary>What the PLC said to one range.</summary>
/// <param name="Range">What was asked for.</param>
/// <param name="Code">FF: read; else the return code of the item, or from 0x100 on the error code of a job that held this range alone.</param>
/// <param name="Data">The bytes; empty unless read. Only the first part of a range that exceeds a PDU.</param>
public readonly record struct S7ItemAnswer(S7Range Range, ushort Code, ReadOnlyMemory<byte> Data)
{
    /// <summary>The bytes are there.</summary>
    public bool IsRead => Code == (ushort)S7ItemStatus.Ok;

    /// <summary>The PLC refused the whole job with a code that says: no access for anybody like us (8104, D241), or the item with 03.</summary>
    internal bool IsDenied => Code is 0x8104 or 0xD241 or 0x8703 or (ushort)S7ItemStatus.AccessDenied;
}
