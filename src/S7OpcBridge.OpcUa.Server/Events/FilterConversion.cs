using System.Globalization;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>
/// Converts between built-in types for filters (OPC 10000-4, 7.7.3). A number outside the target's range gives no result; a fraction is rounded.
/// </summary>
internal static class FilterConversion
{
    // No number, time or Guid is longer than this.
    private const int MaxParsed = 512;

    private static readonly CultureInfo Invariant = CultureInfo.InvariantCulture;

    /// <summary>Converts a scalar; false where the standard has no conversion, or the value does not fit.</summary>
    public static bool TryConvert(in Variant value, BuiltInType to, out Variant result)
    {
        result = value;
        if (value.IsNull || value.Type == to)
            return !value.IsNull;
        result = default;
        var isText = to is BuiltInType.String or BuiltInType.LocalizedText or BuiltInType.QualifiedName;
        if (value.IsArray || !isText && value.Reference is string { Length: > MaxParsed })
            return false;
        result = to switch
        {
            BuiltInType.Boolean => ToBoolean(value),
            (>= BuiltInType.SByte and <= BuiltInType.Double) or BuiltInType.StatusCode => ToNumber(value, to),
            BuiltInType.String => TextOf(value) is { } text ? Variant.From(text) : default,
            BuiltInType.DateTime => DateTime.TryParse(
                value.Reference as string,
                Invariant,
                DateTimeStyles.AdjustToUniversal | DateTimeStyles.AssumeUniversal,
                out var time
            )
                ? Variant.FromDateTime(UaTime.FromTicks(time.Ticks))
                : default,
            BuiltInType.Guid => Guid.TryParse(value.Reference as string, out var guid) ? Variant.From(guid) : default,
            BuiltInType.NodeId => value.Reference is ExpandedNodeId { NamespaceUri: null, ServerIndex: 0 } expanded
                ? Variant.From(expanded.Id)
                : default,
            BuiltInType.ExpandedNodeId => value.Reference is NodeId id ? new Variant(to, 0, new ExpandedNodeId(id)) : default,
            BuiltInType.LocalizedText => TextOf(value) is { } words ? Variant.From(new LocalizedText(words)) : default,
            BuiltInType.QualifiedName => value.Reference is string name ? Variant.From(new QualifiedName(0, name)) : default,
            _ => default,
        };
        return !result.IsNull;
    }

    public static double ToDouble(in Variant number) =>
        number.Type switch
        {
            BuiltInType.Double => BitConverter.Int64BitsToDouble(number.Bits),
            BuiltInType.Float => BitConverter.Int32BitsToSingle((int)number.Bits),
            BuiltInType.UInt64 => (ulong)number.Bits,
            _ => number.Bits,
        };

    private static bool IsNumber(BuiltInType type) => type is >= BuiltInType.Boolean and <= BuiltInType.Double or BuiltInType.StatusCode;

    private static Variant ToBoolean(in Variant value)
    {
        if (IsNumber(value.Type))
            return Variant.From(ToDouble(value) != 0);
        return value.Reference switch
        {
            "1" => Variant.From(true),
            "0" => Variant.From(false),
            string text when bool.TryParse(text, out var parsed) => Variant.From(parsed),
            _ => default,
        };
    }

    private static Variant ToNumber(in Variant value, BuiltInType to)
    {
        if (value.Reference is string text)
        {
            if (long.TryParse(text, NumberStyles.Integer, Invariant, out var whole))
                return ToNumber(Variant.From(whole), to);
            if (ulong.TryParse(text, NumberStyles.Integer, Invariant, out var large))
                return ToNumber(Variant.From(large), to);
            return double.TryParse(text, NumberStyles.Float, Invariant, out var real) && double.IsFinite(real)
                ? ToNumber(Variant.From(real), to)
                : default;
        }

        if (!IsNumber(value.Type))
            return default;
        if (to == BuiltInType.Double)
            return Variant.From(ToDouble(value));
        if (to == BuiltInType.Float)
            return Variant.From((float)ToDouble(value));
        if (value.Type is not (BuiltInType.Double or BuiltInType.Float))
            return ToInteger(value.Type == BuiltInType.UInt64 ? (ulong)value.Bits : value.Bits, to);
        var rounded = Math.Round(ToDouble(value));
        return double.IsFinite(rounded) && Math.Abs(rounded) < 1e20 ? ToInteger((Int128)rounded, to) : default;
    }

    private static Variant ToInteger(Int128 value, BuiltInType to)
    {
        var (least, most) = to switch
        {
            BuiltInType.SByte => (sbyte.MinValue, sbyte.MaxValue),
            BuiltInType.Byte => (byte.MinValue, byte.MaxValue),
            BuiltInType.Int16 => (short.MinValue, short.MaxValue),
            BuiltInType.UInt16 => (ushort.MinValue, ushort.MaxValue),
            BuiltInType.Int32 => (int.MinValue, int.MaxValue),
            BuiltInType.UInt32 or BuiltInType.StatusCode => (uint.MinValue, uint.MaxValue),
            BuiltInType.Int64 => (long.MinValue, long.MaxValue),
            _ => ((Int128)ulong.MinValue, (Int128)ulong.MaxValue),
        };
        return value < least || value > most ? default : new Variant(to, unchecked((long)value));
    }

    private static string? TextOf(in Variant value) =>
        value switch
        {
            { Type: BuiltInType.Boolean } => value.Bits != 0 ? "true" : "false",
            { Type: BuiltInType.Double } => ToDouble(value).ToString(Invariant),
            { Type: BuiltInType.Float } => BitConverter.Int32BitsToSingle((int)value.Bits).ToString(Invariant),
            { Type: BuiltInType.UInt64 } => ((ulong)value.Bits).ToString(Invariant),
            { Type: (>= BuiltInType.SByte and <= BuiltInType.Int64) or BuiltInType.StatusCode } => value.Bits.ToString(Invariant),
            { Type: BuiltInType.DateTime } => new DateTime(UaTime.ToTicks(value.Bits), DateTimeKind.Utc).ToString("O", Invariant),
            { Reference: string text } => text,
            { Reference: LocalizedText text } => text.Text,
            { Reference: QualifiedName name } => name.Name,
            { Reference: ExpandedNodeId id } => id.Id.ToString(),
            { Reference: NodeId or Guid } => value.Reference.ToString(),
            _ => null,
        };
}
