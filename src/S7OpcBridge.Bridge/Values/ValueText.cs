using System.Globalization;
using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.Words;

namespace S7OpcBridge.Bridge;

/// <summary>Formats values on one line: numbers with a point, texts without line breaks, times in UTC, arrays in square brackets.</summary>
public static class ValueText
{
    private const int LongestArray = 100;

    // Not '?', which a PLC may have written.
    private const char Unprintable = '\uFFFD';

    /// <summary>A value; an array of more than 100 elements is cut.</summary>
    public static string Format(in TagValue value)
    {
        if (!value.IsArray)
            return Format(value.Kind, value.Bits, value.Reference as string);
        var text = new StringBuilder("[");
        var elements = (Array?)value.Reference ?? Array.Empty<int>();
        for (var i = 0; i < Math.Min(elements.Length, LongestArray); i++)
            text.Append(i == 0 ? "" : ", ").Append(FormatElement(value.Kind, elements.GetValue(i)));
        return text.Append(elements.Length > LongestArray ? ", …]" : "]").ToString();
    }

    private static string Format(TagValueKind kind, long bits, string? text) =>
        kind switch
        {
            TagValueKind.None => "",
            TagValueKind.Boolean => bits != 0 ? "true" : "false",
            TagValueKind.UInt64 => ((ulong)bits).ToString(CultureInfo.InvariantCulture),
            TagValueKind.Single => FormatElement(kind, BitConverter.Int32BitsToSingle((int)bits)),
            TagValueKind.Double or TagValueKind.Duration => FormatElement(kind, BitConverter.Int64BitsToDouble(bits)),
            TagValueKind.Text => FormatElement(kind, text),
            TagValueKind.DateTime => FormatElement(kind, bits),
            _ => bits.ToString(CultureInfo.InvariantCulture),
        };

    private static string FormatElement(TagValueKind kind, object? element) =>
        (kind, element) switch
        {
            (_, null) => "",
            (TagValueKind.Duration, double milliseconds) => string.Create(CultureInfo.InvariantCulture, $"{milliseconds:0.###}ms"),
            (TagValueKind.DateTime, long ticks) => new DateTime(
                Math.Clamp(ticks, DateTime.MinValue.Ticks, DateTime.MaxValue.Ticks),
                DateTimeKind.Utc
            ).ToString("yyyy-MM-ddTHH:mm:ss.FFFZ", CultureInfo.InvariantCulture),
            (_, bool truth) => truth ? "true" : "false",
            (_, string text) => Plain(text),
            (_, float number) => number.ToString("G7", CultureInfo.InvariantCulture),
            (_, IFormattable number) => number.ToString(null, CultureInfo.InvariantCulture),
            _ => element.ToString() ?? "",
        };

    private static string Plain(string text) => Printable.IsClean(text) ? text : Printable.From(text, int.MaxValue, Unprintable);
}
