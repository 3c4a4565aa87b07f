using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>Kind of a tag's value; the same numbers as <see cref="S7ValueKind"/>, so that rooms above Core need no reference to S7.</summary>
public enum TagValueKind : byte
{
#pragma warning disable CS1591 // each name is the .NET type of that name; Duration is milliseconds, DateTime UTC ticks
    None,
    Boolean,
    SByte,
    Byte,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Int64,
    UInt64,
    Single,
    Double,
    Text,
    Duration,
    DateTime,
#pragma warning restore CS1591
}

/// <summary>A tag's value without boxing; the layout of <see cref="S7Value"/>. Kind None in a sample means: keep the last value.</summary>
/// <param name="Kind">Kind of the value, or of its elements.</param>
/// <param name="Bits">A scalar's bits: integers extended to 64, Single in the low 32, Double and Duration as IEEE 754, DateTime as UTC ticks.</param>
/// <param name="Reference">The text, or a .NET array of the element type (durations <c>double[]</c>, points in time <c>long[]</c>).</param>
/// <param name="IsArray">True for an array.</param>
public readonly record struct TagValue(TagValueKind Kind, long Bits, object? Reference = null, bool IsArray = false)
{
    /// <summary>Converts the result of a codec.</summary>
    internal static TagValue From(in S7Value value) => new((TagValueKind)value.Kind, value.Bits, value.Reference, value.IsArray);

    /// <summary>Converts to the value that a codec encodes.</summary>
    internal S7Value ToS7() => new((S7ValueKind)Kind, Bits, Reference, IsArray);
}
