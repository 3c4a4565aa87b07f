using System.Globalization;
using System.Text.Json;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub.Tests.Json;

/// <summary>Reads values back by System.Text.Json and the type in the metadata.</summary>
internal static class JsonValues
{
    public static Variant Read(JsonElement json, BuiltInType type, bool isArray)
    {
        if (!isArray)
            return Scalar(json, type);
        var elements = json.EnumerateArray().Select(element => Scalar(element, type)).ToArray();
        return Variant.FromArray(
            type,
            type switch
            {
                BuiltInType.Boolean => elements.Select(v => v.Bits != 0).ToArray(),
                BuiltInType.SByte => elements.Select(v => (sbyte)v.Bits).ToArray(),
                BuiltInType.Byte => elements.Select(v => (byte)v.Bits).ToArray(),
                BuiltInType.Int16 => elements.Select(v => (short)v.Bits).ToArray(),
                BuiltInType.UInt16 => elements.Select(v => (ushort)v.Bits).ToArray(),
                BuiltInType.Int32 => elements.Select(v => (int)v.Bits).ToArray(),
                BuiltInType.UInt32 => elements.Select(v => (uint)v.Bits).ToArray(),
                BuiltInType.UInt64 => elements.Select(v => (ulong)v.Bits).ToArray(),
                BuiltInType.Float => elements.Select(v => BitConverter.UInt32BitsToSingle((uint)v.Bits)).ToArray(),
                BuiltInType.Double => elements.Select(v => BitConverter.Int64BitsToDouble(v.Bits)).ToArray(),
                BuiltInType.String => elements.Select(v => (string?)v.Reference).ToArray(),
                BuiltInType.Guid => elements.Select(v => (Guid)v.Reference!).ToArray(),
                BuiltInType.ByteString => elements.Select(v => (byte[]?)v.Reference).ToArray(),
                _ => elements.Select(v => v.Bits).ToArray(),
            }
        );
    }

    private static Variant Scalar(JsonElement json, BuiltInType type) =>
        type switch
        {
            BuiltInType.Boolean => Variant.From(json.GetBoolean()),
            BuiltInType.SByte => Variant.From(json.GetSByte()),
            BuiltInType.Byte => Variant.From(json.GetByte()),
            BuiltInType.Int16 => Variant.From(json.GetInt16()),
            BuiltInType.UInt16 => Variant.From(json.GetUInt16()),
            BuiltInType.Int32 => Variant.From(json.GetInt32()),
            BuiltInType.UInt32 => Variant.From(json.GetUInt32()),
            BuiltInType.Int64 => Variant.From(long.Parse(json.GetString()!, CultureInfo.InvariantCulture)),
            BuiltInType.UInt64 => Variant.From(ulong.Parse(json.GetString()!, CultureInfo.InvariantCulture)),
            BuiltInType.Float => Variant.From(json.ValueKind == JsonValueKind.String ? (float)NotFinite(json) : json.GetSingle()),
            BuiltInType.Double => Variant.From(json.ValueKind == JsonValueKind.String ? NotFinite(json) : json.GetDouble()),
            BuiltInType.String => Variant.From(json.GetString()),
            BuiltInType.DateTime => Variant.FromDateTime(UaTime.FromTicks(json.GetDateTime().Ticks)),
            BuiltInType.Guid => Variant.From(json.GetGuid()),
            _ => Variant.FromByteString(json.ValueKind == JsonValueKind.Null ? null : json.GetBytesFromBase64()),
        };

    private static double NotFinite(JsonElement json) =>
        json.GetString() switch
        {
            "NaN" => double.NaN,
            "Infinity" => double.PositiveInfinity,
            "-Infinity" => double.NegativeInfinity,
            var other => throw new FormatException(other),
        };
}
