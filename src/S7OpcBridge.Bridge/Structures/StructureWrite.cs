using S7OpcBridge.Bridge.Values;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Structures;

/// <summary>Splits a structure value from a client into the values of its members, in the order of their tags.</summary>
internal static class StructureWrite
{
    /// <summary>Splits a structure, or elements of an array of structures.</summary>
    /// <param name="type">Type of the structure or of the elements.</param>
    /// <param name="value">The client's value: an ExtensionObject, or an array of them.</param>
    /// <param name="count">Required number of structures; -1: a single one, no array.</param>
    /// <param name="values">The values of the members.</param>
    /// <returns>Good; BadTypeMismatch: another structure, bytes that do not fit it, or too many elements; BadOutOfRange: too few elements.</returns>
    public static StatusCode Read(TagStructureType type, in Variant value, int count, out TagValue[] values)
    {
        values = new TagValue[type.TagCount * Math.Max(1, count)];
        var next = 0;
        if (count < 0)
            return value is { IsArray: false, Reference: ExtensionObject one } && TryRead(type, one, values, ref next)
                ? StatusCodes.Good
                : StatusCodes.BadTypeMismatch;
        if (value is not { IsArray: true, Dimensions: null, Reference: ExtensionObject?[] elements } || elements.Length > count)
            return StatusCodes.BadTypeMismatch;
        if (elements.Length < count)
            return StatusCodes.BadOutOfRange; // ArrayDimensions are a maximum, but the PLC's array has no other length
        foreach (var element in elements)
        {
            if (!TryRead(type, element, values, ref next))
                return StatusCodes.BadTypeMismatch;
        }
        return StatusCodes.Good;
    }

    private static bool TryRead(TagStructureType type, ExtensionObject? value, TagValue[] values, ref int next)
    {
        // Some clients send the id of the type instead of its encoding; the bytes are the same.
        if (
            value is not { Body: byte[] body }
            || value.TypeId != StructureTypeNodes.EncodingOf(type) && value.TypeId != StructureTypeNodes.IdOf(type)
        )
            return false;
        var reader = new UaReader(body, EncodingLimits.Default);
        try
        {
            return TryRead(type, ref reader, values, ref next) && reader.Remaining == 0;
        }
        catch (UaException)
        {
            return false;
        }
    }

    private static bool TryRead(TagStructureType type, ref UaReader reader, TagValue[] values, ref int next)
    {
        foreach (var field in type.Fields)
        {
            if (field.Structure is not { } inner)
            {
                if (!TryRead(field, ref reader, out values[next++]))
                    return false;
                continue;
            }
            if (field.ArrayLength > 0 && reader.ReadInt32() != field.ArrayLength)
                return false;
            for (var i = 0; i < Math.Max(1, field.ArrayLength); i++)
            {
                if (!TryRead(inner, ref reader, values, ref next))
                    return false;
            }
        }
        return true;
    }

    private static bool TryRead(TagStructureField field, ref UaReader reader, out TagValue value)
    {
        var read = reader.ReadField(TypeMapping.BuiltInOf(field.Kind), field.ArrayLength > 0);
        return TypeMapping.TryFromVariant(read, out value);
    }
}
