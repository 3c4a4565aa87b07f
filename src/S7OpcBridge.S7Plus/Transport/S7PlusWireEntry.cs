using System.Globalization;

namespace S7OpcBridge.S7Plus;

/// <summary>What passed on the wire of one connection, decrypted: one piece as it was sent or received. Passwords are left out, and so are all keys.</summary>
/// <param name="Time">When.</param>
/// <param name="IsSent">True: by us; false: by the PLC.</param>
/// <param name="Bytes">The S7CommPlus bytes, valid during the call; empty where they are withheld.</param>
/// <param name="Length">How many there were.</param>
public readonly record struct S7PlusWireEntry(DateTimeOffset Time, bool IsSent, ReadOnlyMemory<byte> Bytes, int Length)
{
    /// <summary>True while a password was checked: the bytes are not shown.</summary>
    public bool IsWithheld => Bytes.Length < Length;

    /// <summary>The entry as a line: time in UTC, direction, length, bytes.</summary>
    public override string ToString()
    {
        var bytes = IsWithheld ? "withheld: password" : Convert.ToHexStringLower(Bytes.Span);
        return string.Create(CultureInfo.InvariantCulture, $"{Time.UtcDateTime:yyyy-MM-ddTHH:mm:ss.fffZ} {(IsSent ? '>' : '<')} {Length,5} {bytes}");
    }
}
