using System.Globalization;
using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Words;

namespace S7OpcBridge.Bridge.Audit;

/// <summary>Formats values for the audit: short, on one line, numbers as in a map.</summary>
internal static class AuditText
{
    private const int MaxText = 80,
        MaxElements = 8;

    public static string Format(in Variant value) =>
        value switch
        {
            { IsNull: true } => "unknown",
            { IsArray: true } => FormatArray(value.Reference as Array),
            { Type: BuiltInType.Boolean } => value.Bits != 0 ? "true" : "false",
            { Type: BuiltInType.Float } => BitConverter.Int32BitsToSingle((int)value.Bits).ToString(CultureInfo.InvariantCulture),
            { Type: BuiltInType.Double } => BitConverter.Int64BitsToDouble(value.Bits).ToString(CultureInfo.InvariantCulture),
            { Type: BuiltInType.UInt64 } => ((ulong)value.Bits).ToString(CultureInfo.InvariantCulture),
            { Type: BuiltInType.DateTime } => new DateTime(UaTime.ToTicks(value.Bits), DateTimeKind.Utc).ToString(
                "O",
                CultureInfo.InvariantCulture
            ),
            { Reference: null, Type: <= BuiltInType.Int64 or BuiltInType.StatusCode } => value.Bits.ToString(CultureInfo.InvariantCulture),
            _ => FormatObject(value.Reference),
        };

    /// <summary>Formats values, separated by commas.</summary>
    public static string Format(IReadOnlyList<Variant> values) =>
        string.Join(", ", values.Take(MaxElements).Select(value => Format(value)));

    private static string FormatArray(Array? elements)
    {
        if (elements is null)
            return "null";
        var text = new StringBuilder("[");
        foreach (var element in elements)
        {
            if (text.Length > MaxText)
                return text.Append($"… {elements.Length} in all]").ToString();
            text.Append(text.Length > 1 ? ", " : "").Append(element is Variant inner ? Format(inner) : FormatObject(element));
        }
        return text.Append(']').ToString();
    }

    private static string FormatObject(object? value) =>
        value switch
        {
            null => "null",
            string text => $"\"{Printable.From(text, MaxText)}\"",
            ExtensionObject { Body: byte[] body } structure => $"{structure.TypeId} {FormatObject(body)}",
            byte[] bytes => Convert.ToHexString(bytes.AsSpan(0, Math.Min(bytes.Length, MaxText / 2))),
            bool flag => flag ? "true" : "false",
            IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
            _ => Printable.From(value.ToString(), MaxText),
        };
}
