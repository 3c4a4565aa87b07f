namespace S7OpcBridge.S7;

/// <summary>The PLC's answer to one range.</summary>
/// <param name="Range">The requested range.</param>
/// <param name="Code">FF: read; otherwise the return code of the item, or from 0x100 on the error code of a job that contained only this range.</param>
/// <param name="Data">The bytes; empty unless read. Only the first part of a range that exceeds a PDU.</param>
public readonly record struct S7ItemAnswer(S7Range Range, ushort Code, ReadOnlyMemory<byte> Data)
{
    /// <summary>True: the bytes were read.</summary>
    public bool IsRead => Code == (ushort)S7ItemStatus.Ok;

    /// <summary>True: the whole job was refused for lack of access rights (8104, D241, 8703), or the item with 03.</summary>
    internal bool IsDenied => Code is 0x8104 or 0xD241 or 0x8703 or (ushort)S7ItemStatus.AccessDenied;
}
