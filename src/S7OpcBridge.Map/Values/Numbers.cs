using System.Globalization;
using S7OpcBridge.Core;

namespace S7OpcBridge.Map.Values;

/// <summary>Numbers and ranges as written in maps; the decimal sign is always a point.</summary>
internal static class Numbers
{
    public static bool TryParse(ReadOnlySpan<char> text, out double number) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out number) && double.IsFinite(number);

    public static bool TryWhole(ReadOnlySpan<char> text, out long number) =>
        text.StartsWith("0x", StringComparison.OrdinalIgnoreCase)
            ? long.TryParse(text[2..], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out number)
            : long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out number);

    /// <summary><c>0..100</c>, the lower end first.</summary>
    public static bool TryRange(ReadOnlySpan<char> text, out TagRange range)
    {
        range = default;
        var dots = text.IndexOf("..", StringComparison.Ordinal);
        if (dots <= 0 || !TryParse(text[..dots].Trim(), out var low) || !TryParse(text[(dots + 2)..].Trim(), out var high) || low >= high)
            return false;
        range = new TagRange(low, high);
        return true;
    }
}
