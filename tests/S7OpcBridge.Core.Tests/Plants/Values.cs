using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Tests;

/// <summary>Values as clients send them.</summary>
internal static class Values
{
    public static TagValue Int16(short value) => new(TagValueKind.Int16, value);

    public static TagValue Int32(int value) => new(TagValueKind.Int32, value);

    public static TagValue Single(float value) => TagValue.From(S7Value.From(value));

    public static TagValue Double(double value) => TagValue.From(S7Value.From(value));

    public static TagValue Boolean(bool value) => new(TagValueKind.Boolean, value ? 1 : 0);

    public static TagValue Text(string value) => new(TagValueKind.Text, 0, value);

    public static TagValue Array(TagValueKind kind, Array elements) => new(kind, 0, elements, IsArray: true);
}
