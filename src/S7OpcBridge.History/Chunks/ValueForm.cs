using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Chunks;

/// <summary>How values of a type are packed.</summary>
internal enum ValueForm : byte
{
    Bit,

    /// <summary>The difference to the number before.</summary>
    Integer,

    /// <summary>The difference between the bits.</summary>
    Float,

    /// <summary>The bits that differ.</summary>
    Double,

    /// <summary>The Variant as it is encoded on the wire, after its length.</summary>
    Encoded,
}

/// <summary>Types and forms.</summary>
internal static class ValueForms
{
    /// <summary>The type byte of a chunk of encoded Variants.</summary>
    public const byte EncodedType = 0x80;

    /// <summary>The type byte of a value: the built-in type of a packed scalar, 0 for null, else <see cref="EncodedType"/>.</summary>
    public static byte TypeByte(in Variant value) =>
        value.Type == BuiltInType.Null ? (byte)0
        : value.IsArray || FormOf((byte)value.Type) == ValueForm.Encoded ? EncodedType
        : (byte)value.Type;

    public static ValueForm FormOf(byte type) =>
        (BuiltInType)type switch
        {
            BuiltInType.Boolean => ValueForm.Bit,
            >= BuiltInType.SByte and <= BuiltInType.UInt64 or BuiltInType.DateTime or BuiltInType.StatusCode => ValueForm.Integer,
            BuiltInType.Float => ValueForm.Float,
            BuiltInType.Double => ValueForm.Double,
            _ => ValueForm.Encoded,
        };
}
