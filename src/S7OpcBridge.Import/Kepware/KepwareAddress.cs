using System.Text.RegularExpressions;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Kepware;

/// <summary>
/// Addresses of Kepware's Siemens TCP/IP driver: <c>DB5,INT10</c>, <c>DB5,STRING10.20</c>, <c>DB5,INT10[4]</c>, <c>DB5,X76[4]</c>, <c>MX70.0</c>, <c>T5</c>.
/// The letters give the size, the data type column says what the bits mean.
/// </summary>
internal static partial class KepwareAddress
{
    /// <summary>Reads an address with its data type.</summary>
    /// <param name="text">The address.</param>
    /// <param name="dataType">Kepware's name of the data type: <c>Short</c>, <c>Word Array</c>; empty or Default: by the address.</param>
    /// <param name="address">The address when true.</param>
    /// <param name="type">The type when true.</param>
    /// <param name="fault">What is wrong, when false.</param>
    public static bool TryRead(string text, string dataType, out S7Address address, out S7DataType type, out string fault)
    {
        var plain = Blanks().Replace(text, "").ToUpperInvariant();
        var (rows, columns) = (0, 1);
        if (Array().Match(plain) is { Success: true } array)
        {
            plain = array.Groups[1].Value;
            rows = Count(array.Groups[2]);
            columns = Math.Max(1, Count(array.Groups[3]));
        }
        plain = Legacy().Replace(plain, "$1,$2");
        // Flags: another word for the bit memory.
        plain = Flags().Replace(plain, "M");
        plain = Times().Replace(plain, "$1S5TIME$2");
        plain = Bcd().Replace(plain, "$1W$2");
        plain = LongBcd().Replace(plain, "$1D$2");
        plain = BareBool().Replace(plain, rows > 0 ? "$0.0" : "$0");
        if (!S7Address.TryParse(plain, out address, out type, out fault))
            return false;
        if (type.Kind == S7TypeKind.None)
            type = new S7DataType(
                address.Width switch
                {
                    8 => S7TypeKind.Byte,
                    16 => S7TypeKind.Word,
                    _ => S7TypeKind.DWord,
                }
            );
        if (
            type.IsArray && type.Kind != S7TypeKind.Bool
            || type.Kind == S7TypeKind.Chars && !dataType.StartsWith("String", StringComparison.OrdinalIgnoreCase)
        )
        {
            fault = $"'{text}' is a bit within a number; write X with byte and bit";
            return false;
        }

        type = type with { Kind = Meant(type.Kind, dataType) };
        if (rows > 0)
            type =
                type.Kind == S7TypeKind.Char && dataType.StartsWith("String", StringComparison.OrdinalIgnoreCase)
                    ? new S7DataType(S7TypeKind.Chars, rows * columns)
                    : type with
                    {
                        ArrayLength = rows * columns,
                    };
        return address.Fits(type, out fault);
    }

    // Where the column says another meaning of the same number of bits, that is what clients get.
    private static S7TypeKind Meant(S7TypeKind kind, string dataType)
    {
        var word = dataType.Trim().ToUpperInvariant();
        if (word.EndsWith("ARRAY", StringComparison.Ordinal))
            word = word[..^5].TrimEnd();
        return (kind, word) switch
        {
            (S7TypeKind.Byte, "CHAR") => S7TypeKind.SInt,
            (S7TypeKind.Word, "SHORT") => S7TypeKind.Int,
            (S7TypeKind.Int, "WORD") => S7TypeKind.Word,
            (S7TypeKind.Word or S7TypeKind.Int, "BCD") => S7TypeKind.Bcd16,
            (S7TypeKind.DWord or S7TypeKind.DInt, "LBCD") => S7TypeKind.Bcd32,
            (S7TypeKind.DWord or S7TypeKind.DInt, "FLOAT") => S7TypeKind.Real,
            (S7TypeKind.DWord, "LONG") => S7TypeKind.DInt,
            (S7TypeKind.DInt, "DWORD") => S7TypeKind.DWord,
            _ => kind,
        };
    }

    private static int Count(Group group) =>
        group.Success && int.TryParse(group.ValueSpan, out var count) ? Math.Clamp(count, 0, 65536) : 0;

    [GeneratedRegex(@"\s+")]
    private static partial Regex Blanks();

    [GeneratedRegex(@"^(.*?)\[(\d{1,6})\](?:\[(\d{1,6})\])?$")]
    private static partial Regex Array();

    // DB1.D0 and DB1:D0 of the drivers for S7-300 and 400; DB1.DBW0 stays.
    [GeneratedRegex(@"^(DB\d+)[.:](?!DB)([A-Z])")]
    private static partial Regex Legacy();

    [GeneratedRegex(@"^F(?=[XBCWIDRST\d])")]
    private static partial Regex Flags();

    [GeneratedRegex(@"^(DB\d+,|[IEQAMF])KT(\d)")]
    private static partial Regex Times();

    [GeneratedRegex(@"^(DB\d+,|[IEQAMF])BCD(\d)")]
    private static partial Regex Bcd();

    [GeneratedRegex(@"^(DB\d+,|[IEQAMF])LBCD(\d)")]
    private static partial Regex LongBcd();

    [GeneratedRegex(@"^(?:DB\d+,|[IEQAMF])X\d+$")]
    private static partial Regex BareBool();
}
