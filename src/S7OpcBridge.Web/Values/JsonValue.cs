using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web.Values;

/// <summary>
/// Writes values as JSON with their type: numbers as numbers, but Int64 and UInt64 as texts, because JavaScript and many other readers would round them (the
/// same in OPC 10000-6, 5.4.2.3); no number and infinity as "NaN", "Infinity" and "-Infinity"; times as ISO 8601 in UTC.
/// </summary>
internal sealed class JsonValue : JsonConverter<Variant>
{
    private const string Times = "yyyy-MM-ddTHH:mm:ss.FFFFFFFZ";

    /// <inheritdoc/>
    public override Variant Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException("Values are read by the type of their tag.");

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, Variant value, JsonSerializerOptions options)
    {
        if (!value.IsArray)
        {
            WriteScalar(writer, value.Type, value.Bits, value.Reference);
            return;
        }
        if (value.Reference is not Array elements)
        {
            writer.WriteNullValue();
            return;
        }
        writer.WriteStartArray();
        foreach (var element in elements)
            WriteElement(writer, value.Type, element);
        writer.WriteEndArray();
    }

    private static void WriteElement(Utf8JsonWriter writer, BuiltInType type, object? element) =>
        WriteScalar(
            writer,
            type,
            element switch
            {
                bool truth => truth ? 1 : 0,
                float single => BitConverter.SingleToUInt32Bits(single),
                double number => BitConverter.DoubleToInt64Bits(number),
                ulong large => (long)large,
                IConvertible whole and not string => whole.ToInt64(CultureInfo.InvariantCulture),
                _ => 0,
            },
            element
        );

    private static void WriteScalar(Utf8JsonWriter writer, BuiltInType type, long bits, object? reference)
    {
        switch (type)
        {
            case BuiltInType.Boolean:
                writer.WriteBooleanValue(bits != 0);
                break;
            case BuiltInType.Int64:
                writer.WriteStringValue(bits.ToString(CultureInfo.InvariantCulture));
                break;
            case BuiltInType.UInt64:
                writer.WriteStringValue(((ulong)bits).ToString(CultureInfo.InvariantCulture));
                break;
            case BuiltInType.Float:
                if (BitConverter.Int32BitsToSingle((int)bits) is var single && float.IsFinite(single))
                    writer.WriteNumberValue(single);
                else
                    writer.WriteStringValue(single.ToString(CultureInfo.InvariantCulture));
                break;
            case BuiltInType.Double:
                if (BitConverter.Int64BitsToDouble(bits) is var number && double.IsFinite(number))
                    writer.WriteNumberValue(number);
                else
                    writer.WriteStringValue(number.ToString(CultureInfo.InvariantCulture));
                break;
            case BuiltInType.String when reference is string text:
                writer.WriteStringValue(text);
                break;
            case BuiltInType.DateTime:
                var time = new DateTime(UaTime.ToTicks(bits), DateTimeKind.Utc);
                writer.WriteStringValue(time.ToString(Times, CultureInfo.InvariantCulture));
                break;
            case BuiltInType.SByte
            or BuiltInType.Byte
            or BuiltInType.Int16
            or BuiltInType.UInt16
            or BuiltInType.Int32
            or BuiltInType.UInt32:
                writer.WriteNumberValue(bits);
                break;
            default:
                writer.WriteNullValue();
                break;
        }
    }
}
