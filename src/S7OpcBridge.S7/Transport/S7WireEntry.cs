using S7OpcBridge.IsoOnTcp.Wire;

namespace S7OpcBridge.S7;

/// <summary>An S7 PDU, or the COTP TPDU of a connect or disconnect, sent or received on one connection, without passwords.</summary>
/// <param name="IsSent">True: sent; false: received.</param>
/// <param name="Bytes">The bytes; empty where they are withheld.</param>
/// <param name="Length">Number of bytes.</param>
public readonly record struct S7WireEntry(DateTimeOffset Time, bool IsSent, ReadOnlyMemory<byte> Bytes, int Length)
{
    /// <summary>True where it is a password: the bytes are omitted.</summary>
    public bool IsWithheld => Bytes.Length < Length;

    /// <summary>The entry as a line: time in UTC, direction, length, bytes.</summary>
    public override string ToString() => WireLine.Format(Time, IsSent, Bytes.Span, Length);
}
