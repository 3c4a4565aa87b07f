using System.Buffers.Binary;
using System.Text;
using System.Text.Json;
using S7OpcBridge.PubSub.Json;
using S7OpcBridge.PubSub.Sparkplug;

namespace S7OpcBridge.PubSub.Commands;

/// <summary>The value of a received metric as JSON, the form in which all commands are checked and carried out.</summary>
internal static class MetricJson
{
    /// <summary>Writes a value.</summary>
    /// <param name="type">The type of the metric that is to be written.</param>
    /// <returns>False: it has no value, or one of another form.</returns>
    public static bool TryWrite(Utf8JsonWriter json, in ReceivedMetric metric, SparkplugType type)
    {
        if (metric.IsNull)
            return false;
        switch (metric.Field)
        {
            case ProtobufFields.BooleanValue:
                json.WriteBooleanValue(metric.Bits != 0);
                return true;
            case ProtobufFields.IntValue:
                if (type <= SparkplugType.Int64)
                    json.WriteNumberValue((int)(uint)metric.Bits);
                else
                    json.WriteNumberValue((uint)metric.Bits);
                return true;
            case ProtobufFields.LongValue when type == SparkplugType.DateTime:
                return TryWriteTime(json, (long)metric.Bits);
            case ProtobufFields.LongValue:
                if (type <= SparkplugType.Int64)
                    json.WriteNumberValue((long)metric.Bits);
                else
                    json.WriteNumberValue(metric.Bits);
                return true;
            case ProtobufFields.FloatValue:
                UaJsonWriter.Write(json, BitConverter.UInt32BitsToSingle((uint)metric.Bits));
                return true;
            case ProtobufFields.DoubleValue:
                UaJsonWriter.Write(json, BitConverter.UInt64BitsToDouble(metric.Bits));
                return true;
            case ProtobufFields.StringValue:
                json.WriteStringValue(metric.Text);
                return true;
            case ProtobufFields.BytesValue when type >= SparkplugType.Int8Array:
                return TryWriteArray(json, metric.Packed!, type);
            default:
                return false;
        }
    }

    private static bool TryWriteTime(Utf8JsonWriter json, long milliseconds)
    {
        if (milliseconds is < -62135596800000 or > 253402300799999)
            return false;
        json.WriteStringValue(DateTimeOffset.FromUnixTimeMilliseconds(milliseconds));
        return true;
    }

    private static bool TryWriteArray(Utf8JsonWriter json, byte[] packed, SparkplugType type)
    {
        if (type == SparkplugType.BooleanArray)
            return TryWriteBits(json, packed);
        if (type == SparkplugType.StringArray)
            return TryWriteTexts(json, packed);
        var size = type switch
        {
            SparkplugType.Int8Array or SparkplugType.UInt8Array => 1,
            SparkplugType.Int16Array or SparkplugType.UInt16Array => 2,
            SparkplugType.Int32Array or SparkplugType.UInt32Array or SparkplugType.FloatArray => 4,
            _ => 8,
        };
        if (packed.Length % size != 0)
            return false;
        json.WriteStartArray();
        for (var rest = packed.AsSpan(); rest.Length > 0; rest = rest[size..])
        {
            if (!TryWriteElement(json, rest, type))
                return false;
        }
        json.WriteEndArray();
        return true;
    }

    private static bool TryWriteElement(Utf8JsonWriter json, ReadOnlySpan<byte> at, SparkplugType type)
    {
        switch (type)
        {
            case SparkplugType.Int8Array:
                json.WriteNumberValue((sbyte)at[0]);
                break;
            case SparkplugType.UInt8Array:
                json.WriteNumberValue(at[0]);
                break;
            case SparkplugType.Int16Array:
                json.WriteNumberValue(BinaryPrimitives.ReadInt16LittleEndian(at));
                break;
            case SparkplugType.UInt16Array:
                json.WriteNumberValue(BinaryPrimitives.ReadUInt16LittleEndian(at));
                break;
            case SparkplugType.Int32Array:
                json.WriteNumberValue(BinaryPrimitives.ReadInt32LittleEndian(at));
                break;
            case SparkplugType.UInt32Array:
                json.WriteNumberValue(BinaryPrimitives.ReadUInt32LittleEndian(at));
                break;
            case SparkplugType.FloatArray:
                UaJsonWriter.Write(json, BinaryPrimitives.ReadSingleLittleEndian(at));
                break;
            case SparkplugType.Int64Array:
                json.WriteNumberValue(BinaryPrimitives.ReadInt64LittleEndian(at));
                break;
            case SparkplugType.UInt64Array:
                json.WriteNumberValue(BinaryPrimitives.ReadUInt64LittleEndian(at));
                break;
            case SparkplugType.DoubleArray:
                UaJsonWriter.Write(json, BinaryPrimitives.ReadDoubleLittleEndian(at));
                break;
            default:
                return TryWriteTime(json, BinaryPrimitives.ReadInt64LittleEndian(at));
        }
        return true;
    }

    private static bool TryWriteBits(Utf8JsonWriter json, byte[] packed)
    {
        if (packed.Length < 4)
            return false;
        var count = BinaryPrimitives.ReadUInt32LittleEndian(packed);
        if (packed.Length - 4 != (count + 7L) / 8)
            return false;
        json.WriteStartArray();
        for (var i = 0; i < count; i++)
            json.WriteBooleanValue((packed[4 + (i >> 3)] & (0x80 >> (i & 7))) != 0);
        json.WriteEndArray();
        return true;
    }

    private static bool TryWriteTexts(Utf8JsonWriter json, byte[] packed)
    {
        if (packed.Length > 0 && packed[^1] != 0)
            return false;
        json.WriteStartArray();
        for (var rest = packed.AsSpan(); rest.Length > 0; rest = rest[(rest.IndexOf((byte)0) + 1)..])
            json.WriteStringValue(Encoding.UTF8.GetString(rest[..rest.IndexOf((byte)0)]));
        json.WriteEndArray();
        return true;
    }
}
