using System.Globalization;
using System.Text.Json;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web;

/// <summary>
/// Reads a value that is to be written, by the type of its tag; the forms are those of <see cref="Values.JsonValue"/>, and 64 bits may be numbers, too.
/// </summary>
public static class GivenValue
{
    /// <summary>The value; null: it does not have the type.</summary>
    /// <param name="given">As it came.</param>
    /// <param name="type">The type of the tag, or of its elements.</param>
    /// <param name="isArray">True: an array is wanted, whose length the tag checks.</param>
    public static Variant? Read(JsonElement given, BuiltInType type, bool isArray)
    {
        if (!isArray)
            return Scalar(given, type);
        if (given.ValueKind != JsonValueKind.Array)
            return null;
        var elements = new List<Variant>(given.GetArrayLength());
        foreach (var element in given.EnumerateArray())
        {
            if (Scalar(element, type) is not { } read)
                return null;
            elements.Add(read);
        }
        return Variant.FromArray(type, ArrayOf(elements, type));
    }

    /// <summary>What a value of a type looks like, for a sentence.</summary>
    public static string Describe(BuiltInType type) =>
        type switch
        {
            BuiltInType.Boolean => "true or false",
            BuiltInType.SByte => "a whole number from -128 to 127",
            BuiltInType.Byte => "a whole number from 0 to 255",
            BuiltInType.Int16 => "a whole number from -32768 to 32767",
            BuiltInType.UInt16 => "a whole number from 0 to 65535",
            BuiltInType.Int32 => "a whole number from -2147483648 to 2147483647",
            BuiltInType.UInt32 => "a whole number from 0 to 4294967295",
            BuiltInType.Int64 => "a whole number of 64 bits",
            BuiltInType.UInt64 => "a whole number of 64 bits, not negative",
            BuiltInType.Float or BuiltInType.Double => "a number",
            BuiltInType.DateTime => "a time as 2026-01-31T12:00:00Z",
            _ => "a text",
        };

    private static Variant? Scalar(JsonElement given, BuiltInType type) =>
        type switch
        {
            BuiltInType.Boolean => given.ValueKind switch
            {
                JsonValueKind.True => Variant.From(true),
                JsonValueKind.False => Variant.From(false),
                _ => null,
            },
            BuiltInType.SByte => Whole(given, sbyte.MinValue, sbyte.MaxValue) is { } whole ? Variant.From((sbyte)whole) : null,
            BuiltInType.Byte => Whole(given, byte.MinValue, byte.MaxValue) is { } whole ? Variant.From((byte)whole) : null,
            BuiltInType.Int16 => Whole(given, short.MinValue, short.MaxValue) is { } whole ? Variant.From((short)whole) : null,
            BuiltInType.UInt16 => Whole(given, ushort.MinValue, ushort.MaxValue) is { } whole ? Variant.From((ushort)whole) : null,
            BuiltInType.Int32 => Whole(given, int.MinValue, int.MaxValue) is { } whole ? Variant.From((int)whole) : null,
            BuiltInType.UInt32 => Whole(given, uint.MinValue, uint.MaxValue) is { } whole ? Variant.From((uint)whole) : null,
            BuiltInType.Int64 => Long(given) is { } whole ? Variant.From(whole) : null,
            BuiltInType.UInt64 => UnsignedLong(given) is { } whole ? Variant.From(whole) : null,
            BuiltInType.Float => Number(given) is { } number && (float.IsFinite((float)number) || !double.IsFinite(number))
                ? Variant.From((float)number)
                : null,
            BuiltInType.Double => Number(given) is { } number ? Variant.From(number) : null,
            BuiltInType.String => given.ValueKind == JsonValueKind.String ? Variant.From(given.GetString()) : null,
            BuiltInType.DateTime => given.ValueKind == JsonValueKind.String && given.TryGetDateTimeOffset(out var time)
                ? Variant.FromDateTime(UaTime.FromTicks(time.UtcTicks))
                : null,
            _ => null,
        };

    private static long? Whole(JsonElement given, long low, long high) =>
        given.ValueKind == JsonValueKind.Number && given.TryGetInt64(out var whole) && whole >= low && whole <= high ? whole : null;

    private static long? Long(JsonElement given) =>
        given.ValueKind switch
        {
            JsonValueKind.Number when given.TryGetInt64(out var whole) => whole,
            JsonValueKind.String
                when long.TryParse(given.GetString(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var whole) => whole,
            _ => null,
        };

    private static ulong? UnsignedLong(JsonElement given) =>
        given.ValueKind switch
        {
            JsonValueKind.Number when given.TryGetUInt64(out var whole) => whole,
            JsonValueKind.String when ulong.TryParse(given.GetString(), NumberStyles.None, CultureInfo.InvariantCulture, out var whole) =>
                whole,
            _ => null,
        };

    private static double? Number(JsonElement given) =>
        given.ValueKind switch
        {
            JsonValueKind.Number when given.TryGetDouble(out var number) && double.IsFinite(number) => number,
            JsonValueKind.String => given.GetString() switch
            {
                "NaN" => double.NaN,
                "Infinity" => double.PositiveInfinity,
                "-Infinity" => double.NegativeInfinity,
                _ => null,
            },
            _ => null,
        };

    private static Array ArrayOf(List<Variant> elements, BuiltInType type) =>
        type switch
        {
            BuiltInType.Boolean => elements.Select(static each => each.Bits != 0).ToArray(),
            BuiltInType.SByte => elements.Select(static each => (sbyte)each.Bits).ToArray(),
            BuiltInType.Byte => elements.Select(static each => (byte)each.Bits).ToArray(),
            BuiltInType.Int16 => elements.Select(static each => (short)each.Bits).ToArray(),
            BuiltInType.UInt16 => elements.Select(static each => (ushort)each.Bits).ToArray(),
            BuiltInType.Int32 => elements.Select(static each => (int)each.Bits).ToArray(),
            BuiltInType.UInt32 => elements.Select(static each => (uint)each.Bits).ToArray(),
            BuiltInType.UInt64 => elements.Select(static each => (ulong)each.Bits).ToArray(),
            BuiltInType.Float => elements.Select(static each => BitConverter.Int32BitsToSingle((int)each.Bits)).ToArray(),
            BuiltInType.Double => elements.Select(static each => BitConverter.Int64BitsToDouble(each.Bits)).ToArray(),
            BuiltInType.String => elements.Select(static each => (string?)each.Reference).ToArray(),
            _ => elements.Select(static each => each.Bits).ToArray(),
        };
}
