using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>An entry of a text list of the CPU; null: there is none.</summary>
internal delegate string? TextListLookup(int lcid, int list, long value);

/// <summary>Puts values into texts. A placeholder whose value is missing or of another kind stays as it is.</summary>
internal static class AlarmTextFormat
{
    /// <summary>Characters of a text at most; more are cut.</summary>
    public const int MostCharacters = 4096;

    private const int WithoutPrecision = 6;

    /// <summary>The text with its values.</summary>
    public static string Apply(string text, AssociatedValue[] values, int lcid, TextListLookup lists)
    {
        var start = text.IndexOf('@', StringComparison.Ordinal);
        if (start < 0)
            return Cut(text);
        var result = new StringBuilder(text, 0, start, Math.Max(text.Length, 16));
        for (var at = start; at < text.Length && result.Length <= MostCharacters; )
        {
            if (AlarmPlaceholder.TryRead(text.AsSpan(at), out var placeholder) && Show(placeholder, values, lcid, lists) is { } shown)
            {
                result.Append(shown);
                at += placeholder.Length;
                continue;
            }
            var next = text.IndexOf('@', at + 1);
            var end = next < 0 ? text.Length : next;
            result.Append(text, at, end - at);
            at = end;
        }
        return Cut(result.ToString());
    }

    private static string Cut(string text) => text.Length <= MostCharacters ? text : text[..MostCharacters];

    private static string? Show(in AlarmPlaceholder place, AssociatedValue[] values, int lcid, TextListLookup lists)
    {
        if (ValueOf(place, values) is not { IsUnused: false } value)
            return null;
        return place.Letter switch
        {
            't' => place.List < 0 ? null : lists(lcid, place.List, place.Element == 0 ? value.Signed : (long)Masked(value, place.Element)),
            'd' => Whole(Signed(value, place.Element), place),
            'u' => Pad(Masked(value, place.Element).ToString(CultureInfo.InvariantCulture), place),
            'x' => Digits(Masked(value, place.Element).ToString("x", CultureInfo.InvariantCulture), place),
            'X' => Digits(Masked(value, place.Element).ToString("X", CultureInfo.InvariantCulture), place),
            'b' => Digits(Masked(value, place.Element).ToString("b", CultureInfo.InvariantCulture), place),
            'f' => Fraction(value, place, lcid),
            _ => Pad(value.ToText(), place),
        };
    }

    private static AssociatedValue? ValueOf(in AlarmPlaceholder place, AssociatedValue[] values)
    {
        if (values.Length > 0 && values[0].IsPacked && place.Element != 0)
            return Element(values[0].Data, place);
        return place.Index <= values.Length ? values[place.Index - 1] : null;
    }

    // The n-th element of its own kind.
    private static AssociatedValue? Element(byte[] packed, in AlarmPlaceholder place)
    {
        var type = place.Element switch
        {
            'C' => S7PlusType.Char,
            'I' => S7PlusType.Int,
            'W' => S7PlusType.Word,
            'D' => S7PlusType.DInt,
            'X' => S7PlusType.DWord,
            'R' => S7PlusType.Real,
            'O' => S7PlusType.LReal,
            _ => S7PlusType.Byte,
        };
        var width = TypeTable.WidthOf(TypeTable.WireOf(type));
        var start = (place.Index - 1) * width;
        return start + width <= packed.Length ? new AssociatedValue(AssociatedValue.RootOf(type), packed[start..(start + width)]) : null;
    }

    private static int BitsOf(in AssociatedValue value, char element) =>
        element switch
        {
            'B' => 1,
            'Y' or 'C' => 8,
            'W' or 'I' => 16,
            'X' or 'D' or 'R' => 32,
            _ => value.Bits,
        };

    private static ulong Masked(in AssociatedValue value, char element)
    {
        var bits = BitsOf(value, element);
        return bits is 0 or 64 ? value.Unsigned : value.Unsigned & (ulong.MaxValue >> (64 - bits));
    }

    // A value without a sign of its own is read with one: %d asks for it.
    private static long Signed(in AssociatedValue value, char element)
    {
        var bits = BitsOf(value, element);
        if (bits is 0 or 64 || value.IsReal)
            return value.Signed;
        if (bits == 1)
            return (long)Masked(value, element);
        var free = 64 - bits;
        return element == 0 && value.Type is S7PlusType.USInt or S7PlusType.UInt or S7PlusType.UDInt
            ? (long)value.Unsigned
            : (long)(value.Unsigned << free) >> free;
    }

    private static string Whole(long number, in AlarmPlaceholder place)
    {
        var digits = number.ToString(CultureInfo.InvariantCulture);
        return place.IsZeroPadded && number < 0 ? "-" + digits[1..].PadLeft(Math.Max(0, place.Width - 1), '0') : Pad(digits, place);
    }

    private static string? Fraction(in AssociatedValue value, in AlarmPlaceholder place, int lcid)
    {
        if (value.IsText)
            return null;
        var number =
            place.Element == 'R' && value is { IsReal: false, Data.Length: >= 4 }
                ? BinaryPrimitives.ReadSingleBigEndian(value.Data)
                : value.Real;
        var digits =
            place.Precision >= 0
                ? number.ToString("F" + Math.Min(place.Precision, 20).ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture)
                : Math.Round(number, WithoutPrecision).ToString(CultureInfo.InvariantCulture);
        return Pad(AlarmLanguages.HasDecimalComma(lcid) ? digits.Replace('.', ',') : digits, place);
    }

    private static string Digits(string digits, in AlarmPlaceholder place) => digits.PadLeft(place.Width, '0');

    private static string Pad(string text, in AlarmPlaceholder place) => text.PadLeft(place.Width, place.IsZeroPadded ? '0' : ' ');
}
