using S7OpcBridge.S7.Addresses;

namespace S7OpcBridge.S7;

/// <summary>The address of a value: area, block, byte (or number) and bit.</summary>
/// <param name="Area">The memory area.</param>
/// <param name="Db">Data block number; 0 outside data blocks.</param>
/// <param name="Offset">First byte, 0–65535; the number of a timer or counter.</param>
/// <param name="Bit">Bit 0–7 for a bit address; else 0.</param>
/// <param name="Width">Width in bits as written: 1 for X, 8 for B, 16 for W, 32 for D; 0 where the notation has none.</param>
public readonly record struct S7Address(S7Area Area, ushort Db, int Offset, byte Bit = 0, byte Width = 0)
{
    /// <summary>
    /// Parses Siemens (with or without %, English or German), nodeS7 and PLC4X notations. V memory (<c>VW100</c>) is DB1, as in LOGO!, S7-200 and S7-200 SMART;
    /// <c>IW256:P</c> and <c>PIW256</c> are peripheral inputs.
    /// </summary>
    /// <param name="address">The address when true.</param>
    /// <param name="type">The type stated by the notation (X is Bool, T Timer, C Counter, <c>DB1,REAL4</c> Real); Kind None where it states none.</param>
    /// <param name="error">The wrong token, what was expected and what to do, when false.</param>
    public static bool TryParse(ReadOnlySpan<char> text, out S7Address address, out S7DataType type, out string error) =>
        AddressParser.TryParse(text, out address, out type, out error);

    /// <summary>Returns whether a value of this type fits the address: area limits, and the width where one is written.</summary>
    /// <param name="error">What does not fit and what to write instead, when false.</param>
    public bool Fits(S7DataType type, out string error) => AddressRules.Fits(this, type, out error);

    /// <summary>The types that fit the width of this notation, as text for a message: <c>Int, Word, UInt, …</c></summary>
    public string TypeCandidates => AddressRules.Candidates(this);

    /// <summary>The bytes (or numbers) that a value of this type occupies.</summary>
    public S7Range RangeOf(S7DataType type) =>
        new(Area, Db, Offset, Area is S7Area.Timers or S7Area.Counters ? Math.Max(1, type.ArrayLength) : type.ByteLength(Bit));

    /// <summary>The canonical form: <c>DB1.DBX0.3</c>, <c>DB1.DBD20</c>, <c>MW20</c>, <c>IW256:P</c>, <c>T5</c>.</summary>
    public override string ToString()
    {
        if (Area is S7Area.Timers or S7Area.Counters)
            return $"{AddressRules.Prefix(Area)}{Offset}";
        var isBit = Width == 1 || (Width == 0 && Bit > 0);
        var width = Width switch
        {
            16 => "W",
            32 => "D",
            _ => isBit ? "" : "B",
        };
        var bit = isBit ? $".{Bit}" : "";
        return Area == S7Area.DataBlock
            ? $"DB{Db}.DB{(isBit ? "X" : width)}{Offset}{bit}"
            : $"{AddressRules.Prefix(Area)}{width}{Offset}{bit}{(Area == S7Area.Peripheral ? ":P" : "")}";
    }
}
