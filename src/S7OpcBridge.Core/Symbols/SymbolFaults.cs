using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Symbols;

/// <summary>Compares what the map says of a symbol with what the CPU has.</summary>
internal static class SymbolFaults
{
    /// <summary>What does not fit, to stand behind the name of the tag; null: all fits.</summary>
    public static string? Find(S7DataType wanted, TagDetails? details, CpuSymbol symbol)
    {
        if (!symbol.IsValue)
        {
            if (wanted.Kind != S7TypeKind.None)
                return $"the CPU has {(symbol.IsArray ? "an array that is read by its elements" : "a structure")} here, and 'type' says {wanted}; remove "
                    + "'type'";
            return details is { Unit: not null } or { Range: not null } or { Limits: not null }
                ? "unit, range and limits go with a single value, and the CPU has several here; name its members"
                : null;
        }
        if (wanted.Kind != S7TypeKind.None && !Fits(wanted, symbol.Type))
            return $"the CPU has {symbol.Type} here, and 'type' says {wanted}; correct 'type', or remove it";
        var isNumber = symbol.Type.ValueKind is >= S7ValueKind.SByte and <= S7ValueKind.Double or S7ValueKind.Duration;
        return !isNumber && details is not null && (details.Unit is not null || details.Range is not null || details.Limits is not null)
            ? $"unit, range and limits go with numbers, and the CPU has {symbol.Type} here; remove them"
            : null;
    }

    /// <summary>True: the bytes of the one can be read as the other.</summary>
    public static bool Fits(S7DataType wanted, S7DataType actual) =>
        (wanted.Kind, actual.Kind) switch
        {
            (S7TypeKind.Chars, S7TypeKind.Char) => !wanted.IsArray && wanted.Capacity == actual.ArrayLength,
            (S7TypeKind.Bcd16, S7TypeKind.Word) or (S7TypeKind.Bcd32, S7TypeKind.DWord) => wanted.ArrayLength == actual.ArrayLength,
            _ => wanted.Kind == actual.Kind && wanted.Capacity == actual.Capacity && wanted.ArrayLength == actual.ArrayLength,
        };
}
