using S7OpcBridge.Core;

namespace S7OpcBridge.Map.AlarmCompiling;

/// <summary>Which alarms are possible for the value of a tag.</summary>
internal static class AlarmKinds
{
    /// <summary>True for a single number.</summary>
    public static bool IsNumber(Tag tag) =>
        !tag.IsArray && tag.ValueKind is (>= TagValueKind.SByte and <= TagValueKind.Double) or TagValueKind.Duration;

    /// <summary>True for a Bool, a whole number, or an array of them.</summary>
    public static bool HasBits(Tag tag) => tag.ValueKind is >= TagValueKind.Boolean and <= TagValueKind.UInt64;

    /// <summary>Bits of the whole tag.</summary>
    public static int BitsOf(Tag tag) =>
        Math.Max(1, tag.ArrayLength)
        * tag.ValueKind switch
        {
            TagValueKind.Boolean => 1,
            TagValueKind.SByte or TagValueKind.Byte => 8,
            TagValueKind.Int16 or TagValueKind.UInt16 => 16,
            TagValueKind.Int32 or TagValueKind.UInt32 => 32,
            _ => 64,
        };
}
