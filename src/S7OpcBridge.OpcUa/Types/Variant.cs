namespace S7OpcBridge.OpcUa;

/// <summary>
/// A value of any built-in type, not boxed: scalars of up to eight bytes are in <see cref="Bits"/>, everything else in <see cref="Reference"/>.
/// An array is the .NET array of the type (<c>bool[]</c>, <c>short[]</c>, <c>string?[]</c>, <c>long[]</c> of OPC UA ticks for DateTime, <c>uint[]</c> for
/// StatusCode, <c>byte[]</c> for Byte, <c>byte[]?[]</c> for ByteString, <see cref="Variant"/>[] …).
/// </summary>
public readonly struct Variant
{
    /// <summary>Makes a variant from its parts.</summary>
    public Variant(BuiltInType type, long bits, object? reference = null, bool isArray = false, int[]? dimensions = null)
    {
        Type = type;
        Bits = bits;
        Reference = reference;
        IsArray = isArray;
        Dimensions = dimensions;
    }

    /// <summary>The built-in type, or that of the elements.</summary>
    public BuiltInType Type { get; }

    /// <summary>True for an array, which is <see cref="Reference"/> (null: a null array).</summary>
    public bool IsArray { get; }

    /// <summary>
    /// Integers extended to 64 bits, Boolean 0 or 1, Float in the low 32 bits, Double as IEEE 754, StatusCode, DateTime as OPC UA ticks (100 ns since
    /// 1601-01-01 UTC).
    /// </summary>
    public long Bits { get; }

    /// <summary>string, byte[] (ByteString), Guid, NodeId, ExpandedNodeId, QualifiedName, LocalizedText, ExtensionObject, DataValue, or the array.</summary>
    public object? Reference { get; }

    /// <summary>Dimensions of a matrix; null for scalars and one-dimensional arrays.</summary>
    public int[]? Dimensions { get; }

    /// <summary>True for the null value.</summary>
    public bool IsNull => Type == BuiltInType.Null;

    /// <summary>A Boolean.</summary>
    public static Variant From(bool value) => new(BuiltInType.Boolean, value ? 1 : 0);

    /// <summary>An SByte.</summary>
    public static Variant From(sbyte value) => new(BuiltInType.SByte, value);

    /// <summary>A Byte.</summary>
    public static Variant From(byte value) => new(BuiltInType.Byte, value);

    /// <summary>An Int16.</summary>
    public static Variant From(short value) => new(BuiltInType.Int16, value);

    /// <summary>A UInt16.</summary>
    public static Variant From(ushort value) => new(BuiltInType.UInt16, value);

    /// <summary>An Int32.</summary>
    public static Variant From(int value) => new(BuiltInType.Int32, value);

    /// <summary>A UInt32.</summary>
    public static Variant From(uint value) => new(BuiltInType.UInt32, value);

    /// <summary>An Int64.</summary>
    public static Variant From(long value) => new(BuiltInType.Int64, value);

    /// <summary>A UInt64.</summary>
    public static Variant From(ulong value) => new(BuiltInType.UInt64, (long)value);

    /// <summary>A Float.</summary>
    public static Variant From(float value) => new(BuiltInType.Float, BitConverter.SingleToUInt32Bits(value));

    /// <summary>A Double.</summary>
    public static Variant From(double value) => new(BuiltInType.Double, BitConverter.DoubleToInt64Bits(value));

    /// <summary>A String; null is a null string.</summary>
    public static Variant From(string? value) => new(BuiltInType.String, 0, value);

    /// <summary>A Guid.</summary>
    public static Variant From(Guid value) => new(BuiltInType.Guid, 0, value);

    /// <summary>A NodeId.</summary>
    public static Variant From(NodeId value) => new(BuiltInType.NodeId, 0, value);

    /// <summary>A QualifiedName.</summary>
    public static Variant From(QualifiedName value) => new(BuiltInType.QualifiedName, 0, value);

    /// <summary>A LocalizedText.</summary>
    public static Variant From(LocalizedText value) => new(BuiltInType.LocalizedText, 0, value);

    /// <summary>A structure.</summary>
    public static Variant From(ExtensionObject value) => new(BuiltInType.ExtensionObject, 0, value);

    /// <summary>A DateTime from OPC UA ticks.</summary>
    public static Variant FromDateTime(long uaTicks) => new(BuiltInType.DateTime, uaTicks);

    /// <summary>A StatusCode.</summary>
    public static Variant FromStatusCode(StatusCode value) => new(BuiltInType.StatusCode, value.Value);

    /// <summary>A ByteString, which is not an array of Byte; null is a null byte string.</summary>
    public static Variant FromByteString(byte[]? value) => new(BuiltInType.ByteString, 0, value);

    /// <summary>An array of a built-in type.</summary>
    public static Variant FromArray(BuiltInType type, Array? elements) => new(type, 0, elements, isArray: true);
}
