using S7OpcBridge.S7.Types;

namespace S7OpcBridge.S7.Addresses;

/// <summary>Interprets the word before the byte number: a width (<c>DBW</c>, <c>W</c>) or a type (<c>REAL</c>, <c>DI</c>).</summary>
internal static class AddressWord
{
    /// <summary>Short type words of nodeS7 and Kepware, in addition to the full names of the types.</summary>
    private static readonly Dictionary<string, S7TypeKind> Short = new(StringComparer.OrdinalIgnoreCase)
    {
        ["X"] = S7TypeKind.Bool,
        ["B"] = S7TypeKind.Byte,
        ["C"] = S7TypeKind.Char,
        ["I"] = S7TypeKind.Int,
        ["W"] = S7TypeKind.Word,
        ["DI"] = S7TypeKind.DInt,
        ["DW"] = S7TypeKind.DWord,
        ["D"] = S7TypeKind.DWord,
        ["R"] = S7TypeKind.Real,
        ["LR"] = S7TypeKind.LReal,
        ["S"] = S7TypeKind.String,
        ["WS"] = S7TypeKind.WString,
    };

    /// <summary>Bits of a Siemens width letter; 0 for other words.</summary>
    internal static byte WidthOf(ReadOnlySpan<char> word) =>
        word switch
        {
            "X" => 1,
            "B" => 8,
            "W" => 16,
            "D" => 32,
            _ => 0,
        };

    /// <summary>Finds the type of a nodeS7 word.</summary>
    internal static bool TryFindType(ReadOnlySpan<char> word, out S7TypeKind kind) =>
        Short.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(word, out kind) || S7TypeNames.TryFind(word, out kind);

    /// <summary>The message for a word that is not a type.</summary>
    internal static string Explain(ReadOnlySpan<char> word) =>
        word switch
        {
            "DTZ" => "'DTZ' is a DT in UTC; write DT, and 'timezone: UTC' at the PLC or tag",
            "DTLZ" => "'DTLZ' is a DTL in UTC; write DTL, and 'timezone: UTC' at the PLC or tag",
            ['R', .. var rest] when rest.Length > 0 && TryFindType(rest, out _) =>
                $"'{word}' means little-endian in nodeS7; write {rest}, and 'swap' at the tag",
            _ => S7TypeNames.Explain(word),
        };

    /// <summary>The width in the canonical form of an address with this type.</summary>
    internal static byte CanonicalWidth(S7DataType type) =>
        (type.Kind, type.Capacity, type.Element.ValueSize) switch
        {
            (S7TypeKind.Bool, _, _) => 1,
            (_, 0, 2) => 16,
            (_, 0, 4) => 32,
            _ => 8,
        };
}
