using System.Collections;
using System.Globalization;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Maintenance;

/// <summary>Values as tables show them.</summary>
internal static class HistoryText
{
    /// <summary>The number of a Boolean, an integer, a Float or a Double; null: it is none.</summary>
    public static double? NumberOf(in Variant value) =>
        value.IsArray
            ? null
            : value.Type switch
            {
                BuiltInType.Float => BitConverter.UInt32BitsToSingle((uint)value.Bits),
                BuiltInType.Double => BitConverter.Int64BitsToDouble(value.Bits),
                BuiltInType.UInt64 => (ulong)value.Bits,
                BuiltInType.Boolean or (>= BuiltInType.SByte and <= BuiltInType.Int64) => value.Bits,
                _ => null,
            };

    /// <summary>Numbers without loss; arrays in brackets; what has no text as the bytes of its encoding, in hexadecimal digits.</summary>
    public static string Format(in Variant value) =>
        value switch
        {
            { IsNull: true } => "",
            { IsArray: true, Reference: Array elements, Dimensions: null } => "["
                + string.Join(' ', elements.Cast<object?>().Select(Element))
                + "]",
            { Type: BuiltInType.Boolean } => value.Bits != 0 ? "true" : "false",
            { Type: BuiltInType.Float } => BitConverter.UInt32BitsToSingle((uint)value.Bits).ToString(CultureInfo.InvariantCulture),
            { Type: BuiltInType.Double } => BitConverter.Int64BitsToDouble(value.Bits).ToString(CultureInfo.InvariantCulture),
            { Type: BuiltInType.UInt64 } => ((ulong)value.Bits).ToString(CultureInfo.InvariantCulture),
            { Type: BuiltInType.DateTime } => new DateTime(UaTime.ToTicks(value.Bits), DateTimeKind.Utc).ToString(
                "yyyy-MM-ddTHH:mm:ss.fffffffZ",
                CultureInfo.InvariantCulture
            ),
            { Reference: string text } => text,
            { Reference: LocalizedText text } => text.Text ?? "",
            { Reference: null } when ValueForms.FormOf((byte)value.Type) != ValueForm.Encoded => value.Bits.ToString(
                CultureInfo.InvariantCulture
            ),
            _ => Convert.ToHexString(EncodedVariant.Write(value) ?? []),
        };

    private static string Element(object? element) =>
        element switch
        {
            null => "",
            bool flag => flag ? "true" : "false",
            IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
            IEnumerable and not string => "…",
            _ => element.ToString() ?? "",
        };
}
