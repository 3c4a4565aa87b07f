namespace S7OpcBridge.Core.Values;

/// <summary>The value ranges of the integral kinds.</summary>
internal static class NumberRange
{
    public static bool IsIntegral(this TagValueKind kind) => kind is >= TagValueKind.SByte and <= TagValueKind.UInt64;

    public static bool IsFloating(this TagValueKind kind) => kind is TagValueKind.Single or TagValueKind.Double or TagValueKind.Duration;

    public static (Int128 Low, Int128 High) ForKind(TagValueKind kind) =>
        kind switch
        {
            TagValueKind.SByte => (sbyte.MinValue, sbyte.MaxValue),
            TagValueKind.Byte => (0, byte.MaxValue),
            TagValueKind.Int16 => (short.MinValue, short.MaxValue),
            TagValueKind.UInt16 => (0, ushort.MaxValue),
            TagValueKind.Int32 => (int.MinValue, int.MaxValue),
            TagValueKind.UInt32 => (0, uint.MaxValue),
            TagValueKind.Int64 => (long.MinValue, long.MaxValue),
            TagValueKind.UInt64 => (0, ulong.MaxValue),
            _ => (0, -1),
        };
}
