using System.Buffers.Binary;
using S7OpcBridge.S7.Types;

namespace S7OpcBridge.S7;

/// <summary>
/// The maximum length in front of a String (1 byte) or WString (2 bytes). It belongs to the PLC program, and says how many characters the variable really has,
/// whatever the map says.
/// </summary>
public static class S7TextHeader
{
    /// <summary>Bytes of the maximum length; 0: the type has none.</summary>
    public static int BytesOf(S7TypeKind kind) =>
        kind switch
        {
            S7TypeKind.String => 1,
            S7TypeKind.WString => 2,
            _ => 0,
        };

    /// <summary>The maximum length, or the length of a text behind it, which has as many bytes.</summary>
    /// <param name="kind">String or WString.</param>
    /// <param name="bytes">The bytes from there on.</param>
    public static int Read(S7TypeKind kind, ReadOnlySpan<byte> bytes) =>
        kind == S7TypeKind.String ? bytes[0] : BinaryPrimitives.ReadUInt16BigEndian(bytes);

    /// <summary>
    /// True: a variable can have this maximum length. 0, 255 in a String and more than 16382 in a WString are left by memory that was never initialised, or
    /// mean that something else lies there; the string instructions of a CPU end with an error then (S7-1200 manual, error codes 8120 and 8320).
    /// </summary>
    public static bool IsValid(S7TypeKind kind, int maximum) => maximum > 0 && maximum <= S7TypeFacts.For(kind).MaxCapacity;

    /// <summary>The first maximum length that differs from that of the type of the map; -1: none does.</summary>
    /// <param name="type">The type of the map; only Strings, WStrings and arrays of them have maximum lengths.</param>
    /// <param name="bytes">The bytes of the value, or its beginning.</param>
    public static int OtherMaximum(S7DataType type, ReadOnlySpan<byte> bytes)
    {
        var header = BytesOf(type.Kind);
        for (var at = 0; header > 0 && bytes.Length - at >= header; at += type.ElementSize)
        {
            if (Read(type.Kind, bytes[at..]) is var maximum && maximum != type.Capacity)
                return maximum;
        }
        return -1;
    }

    /// <summary>How the maximum length contradicts the type of the map, in words; null: it does not.</summary>
    /// <param name="type">The type of the map; for an array the elements are meant.</param>
    /// <param name="maximum">The maximum length in the PLC.</param>
    public static string? Difference(S7DataType type, int maximum)
    {
        if (maximum == type.Capacity)
            return null;
        var name = S7TypeFacts.For(type.Kind).Name;
        return IsValid(type.Kind, maximum)
            ? $"the map says {name}[{type.Capacity}], the block has {name}[{maximum}]"
            : $"the map says {name}[{type.Capacity}], and the bytes there name a maximum length of {maximum}, which no {name} has";
    }

    /// <summary>What the difference means and what to do, to follow <see cref="Difference"/>.</summary>
    /// <param name="type">The type of the map.</param>
    /// <param name="maximum">The maximum length in the PLC.</param>
    public static string Remedy(S7DataType type, int maximum) =>
        !IsValid(type.Kind, maximum)
            ? "it is empty when read and no text is written to it; compare offset and type with the declaration of the block, and where they are right "
                + "initialise the text in the PLC program"
        : maximum < type.Capacity
            ? $"a text of more than {maximum} characters is not written, because it would overwrite what follows; correct the type in the map"
        : $"a text of more than {type.Capacity} characters is cut off when read, and not written; correct the type in the map";
}
