namespace S7OpcBridge.S7;

/// <summary>Where a value lies: area, block, byte (or number) and bit.</summary>
/// <param name="Area">The memory area.</param>
/// <param name="Db">Data block number; 0 outside data blocks.</param>
/// <param name="Offset">First byte; the number of a timer or counter.</param>
/// <param name="Bit">Bit 0–7 for a bit address; else 0.</param>
/// <param name="Width">Bits that the spelling names: 1 for X, 8 for B, 16 for W, 32 for D; 0 where it names none.</param>
public readonly record struct S7Address(S7Area Area, ushort Db, int Offset, byte Bit = 0, byte Width = 0)
{
    /// <summary>
    /// Reads Siemens (with or without %, English or German), nodeS7 and PLC4X spellings.
    /// </summary>
    /// <param name="text">The text.</param>
    /// <param name="address">The address when true.</param>
    /// <param name="type">The type that the spelling itself names (X is Bool, T Timer, C Counter, <c>DB1,REAL4</c> Real); Kind None where it does not.</param>
    /// <param name="error">The wrong token, what was expected and what to do, when false.</param>
    public static bool TryParse(ReadOnlySpan<char> text, out S7Address address, out S7DataType type, out string error) => throw new NotImplementedException();

    /// <summary>The one canonical spelling: <c>DB1.DBX0.3</c>, <c>DB1.DBD20</c>, <c>MW20</c>, <c>T5</c>.</summary>
    public override string ToString() => throw new NotImplementedException();
}
