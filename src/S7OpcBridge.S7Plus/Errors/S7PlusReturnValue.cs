namespace S7OpcBridge.S7Plus;

/// <summary>The 64-bit result of a request or an item: the code in bits 0–15, signed; the other bits identify its origin in the CPU.</summary>
/// <param name="Raw">All 64 bits as sent.</param>
public readonly record struct S7PlusReturnValue(ulong Raw)
{
    /// <summary>Negative: refused. 0: success. Positive: success with a remark (17 pre-legitimated, 19 some items failed).</summary>
    public short Code => (short)Raw;

    /// <summary>True when the request was refused.</summary>
    public bool IsError => Code < 0;

    /// <summary>True when an error object follows the return value.</summary>
    internal bool HasErrorObject => (Raw & 1UL << 62) != 0;

    /// <summary>Code and raw value, for logs.</summary>
    public override string ToString() => $"{Code} (0x{Raw:X16})";
}
