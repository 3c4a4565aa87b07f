using S7OpcBridge.IsoOnTcp.Wire;

namespace S7OpcBridge.S7Plus;

/// <summary>Bytes sent or received on one connection, decrypted, without passwords and keys.</summary>
/// <param name="IsSent">True: sent; false: received.</param>
/// <param name="Bytes">The S7CommPlus bytes, valid during the call; empty where they are withheld.</param>
/// <param name="Length">Number of bytes.</param>
public readonly record struct S7PlusWireEntry(DateTimeOffset Time, bool IsSent, ReadOnlyMemory<byte> Bytes, int Length)
{
    /// <summary>True while a password was sent: the bytes are omitted.</summary>
    public bool IsWithheld => Bytes.Length < Length;

    /// <summary>The entry as a line: time in UTC, direction, length, bytes.</summary>
    public override string ToString() => WireLine.Format(Time, IsSent, Bytes.Span, Length);
}
