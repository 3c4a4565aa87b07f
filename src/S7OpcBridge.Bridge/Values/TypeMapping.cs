using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Values;

/// <summary>Maps Core's value kinds to OPC UA types and back. Durations are Doubles of the data type Duration, points in time are DateTimes.</summary>
internal static class TypeMapping
{
    private const uint DurationDataType = 290,
        BaseDataType = 24;

    public static BuiltInType BuiltInOf(TagValueKind kind) =>
        kind switch
        {
            TagValueKind.Boolean => BuiltInType.Boolean,
            TagValueKind.SByte => BuiltInType.SByte,
            TagValueKind.Byte => BuiltInType.Byte,
            TagValueKind.Int16 => BuiltInType.Int16,
            TagValueKind.UInt16 => BuiltInType.UInt16,
            TagValueKind.Int32 => BuiltInType.Int32,
            TagValueKind.UInt32 => BuiltInType.UInt32,
            TagValueKind.Int64 => BuiltInType.Int64,
            TagValueKind.UInt64 => BuiltInType.UInt64,
            TagValueKind.Single => BuiltInType.Float,
            TagValueKind.Double or TagValueKind.Duration => BuiltInType.Double,
            TagValueKind.Text => BuiltInType.String,
            TagValueKind.DateTime => BuiltInType.DateTime,
            _ => BuiltInType.Null,
        };

    /// <summary>Data type node of a kind, in namespace 0. The built-in types have their own number.</summary>
    public static uint DataTypeOf(TagValueKind kind) =>
        kind switch
        {
            TagValueKind.Duration => DurationDataType,
            // A symbol whose type the CPU has not reported yet.
            TagValueKind.None => BaseDataType,
            _ => (uint)BuiltInOf(kind),
        };

    /// <summary>
    /// Converts a value for the table. Scalars do not allocate; an array of points in time is copied, because OPC UA counts ticks from another year.
    /// </summary>
    /// <exception cref="NotSupportedException">No OPC UA type exists for the kind, or there is no value.</exception>
    public static Variant ToVariant(in TagValue value)
    {
        var type = BuiltInOf(value.Kind);
        if (type == BuiltInType.Null)
            throw new NotSupportedException($"No OPC UA type carries a value of the kind {value.Kind}.");
        if (value.Kind != TagValueKind.DateTime)
            return new Variant(type, value.Bits, value.Reference, value.IsArray);
        return value.Reference is long[] ticks
            ? Variant.FromArray(type, Array.ConvertAll(ticks, UaTime.FromTicks))
            : Variant.FromDateTime(UaTime.FromTicks(value.Bits));
    }

    /// <summary>Converts a client's value; false for types that no tag accepts.</summary>
    public static bool TryFromVariant(in Variant variant, out TagValue value)
    {
        var kind = KindOf(variant.Type);
        value = default;
        if (kind == TagValueKind.None || variant.Dimensions is not null || (variant.IsArray && variant.Reference is null))
            return false;
        value =
            // A null text counts as the empty one, as in an array or a structure: some clients send nothing else.
            kind == TagValueKind.Text
            && !variant.IsArray
                ? new TagValue(kind, 0, variant.Reference ?? "")
            : kind != TagValueKind.DateTime ? new TagValue(kind, variant.Bits, variant.Reference, variant.IsArray)
            : variant.Reference is long[] ticks ? new TagValue(kind, 0, Array.ConvertAll(ticks, UaTime.ToTicks), IsArray: true)
            : new TagValue(kind, UaTime.ToTicks(variant.Bits));
        // Clients send a Byte array as a ByteString and vice versa (OPC 10000-4, 5.10.4).
        if (variant.Type == BuiltInType.ByteString && !variant.IsArray)
            value = new TagValue(TagValueKind.Byte, 0, variant.Reference, IsArray: true);
        return variant.Type != BuiltInType.ByteString || value.Reference is byte[];
    }

    private static TagValueKind KindOf(BuiltInType type) =>
        type switch
        {
            BuiltInType.Boolean => TagValueKind.Boolean,
            BuiltInType.SByte => TagValueKind.SByte,
            BuiltInType.Byte or BuiltInType.ByteString => TagValueKind.Byte,
            BuiltInType.Int16 => TagValueKind.Int16,
            BuiltInType.UInt16 => TagValueKind.UInt16,
            BuiltInType.Int32 => TagValueKind.Int32,
            BuiltInType.UInt32 => TagValueKind.UInt32,
            BuiltInType.Int64 => TagValueKind.Int64,
            BuiltInType.UInt64 => TagValueKind.UInt64,
            BuiltInType.Float => TagValueKind.Single,
            BuiltInType.Double => TagValueKind.Double,
            BuiltInType.String => TagValueKind.Text,
            BuiltInType.DateTime => TagValueKind.DateTime,
            _ => TagValueKind.None,
        };
}
