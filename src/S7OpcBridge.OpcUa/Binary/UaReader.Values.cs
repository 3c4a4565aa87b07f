using S7OpcBridge.OpcUa.Binary;

namespace S7OpcBridge.OpcUa;

public ref partial struct UaReader
{
    /// <summary>Decodes the known structures. The generated messages set it when the assembly is loaded.</summary>
    internal static StructureDecoder Structures { get; set; } = static (uint _, ref UaReader _) => null;

    private const byte ArrayFlag = 0x80,
        DimensionsFlag = 0x40;

    /// <summary>A value with its type, OPC 10000-6, 5.2.2.16.</summary>
    public Variant ReadVariant()
    {
        var mask = ReadByte();
        var type = VariantType((byte)(mask & 0x3F));
        if ((mask & ArrayFlag) != 0)
            return ReadArrayVariant(type, (mask & DimensionsFlag) != 0);
        if ((mask & DimensionsFlag) != 0)
            EncodingError.Malformed("dimensions of a scalar");
        return ReadScalar(type);
    }

    /// <summary>A value whose type is known: a field of a structure. An array has its count in front.</summary>
    public Variant ReadField(BuiltInType type, bool isArray) => isArray ? Variant.FromArray(type, ReadArray(type)) : ReadScalar(type);

    /// <summary>Value, status and times, each where the mask names it. Picoseconds are read and dropped.</summary>
    public DataValue ReadDataValue()
    {
        var mask = ReadByte();
        var value = (mask & 0x01) != 0 ? ReadVariant() : default;
        var status = (mask & 0x02) != 0 ? ReadStatusCode() : default;
        var source = (mask & 0x04) != 0 ? ReadDateTime() : 0;
        if ((mask & 0x10) != 0)
            ReadUInt16();
        var server = (mask & 0x08) != 0 ? ReadDateTime() : 0;
        if ((mask & 0x20) != 0)
            ReadUInt16();
        return new DataValue(value, status, source, server);
    }

    /// <summary>
    /// A structure. Types of <see cref="Structures"/> are decoded, and must end where their length says; others are kept as bytes. Null for the null
    /// object.
    /// </summary>
    public ExtensionObject? ReadExtensionObject()
    {
        var type = ReadNodeId();
        var form = ReadByte();
        switch (form)
        {
            case 0:
                return type.IsNull ? null : new ExtensionObject(type, null);
            case 1:
                var bytes = ReadByteStringSpan(out var isNull);
                return new ExtensionObject(type, isNull ? null : ReadBody(type, bytes));
            case 2:
                return new ExtensionObject(type, ReadString());
            default:
                EncodingError.Malformed($"a structure of form {form:X2}");
                return null;
        }
    }

    /// <summary>Diagnostic info; null where the mask is empty.</summary>
    public DiagnosticInfo? ReadDiagnosticInfo()
    {
        var mask = ReadByte();
        if (mask == 0)
            return null;
        Enter();
        var info = new DiagnosticInfo
        {
            SymbolicId = (mask & 0x01) != 0 ? ReadInt32() : null,
            NamespaceUri = (mask & 0x02) != 0 ? ReadInt32() : null,
            Locale = (mask & 0x08) != 0 ? ReadInt32() : null,
            LocalizedText = (mask & 0x04) != 0 ? ReadInt32() : null,
            AdditionalInfo = (mask & 0x10) != 0 ? ReadString() : null,
            InnerStatusCode = (mask & 0x20) != 0 ? ReadStatusCode() : null,
            InnerDiagnosticInfo = (mask & 0x40) != 0 ? ReadDiagnosticInfo() : null,
        };
        Leave();
        return info;
    }

    private static BuiltInType VariantType(byte id)
    {
        if (id < (byte)BuiltInType.DiagnosticInfo)
            return (BuiltInType)id;
        // Reserved for new types, which must be encoded as byte strings (OPC 10000-6, 5.2.2.16).
        if (id is > (byte)BuiltInType.DiagnosticInfo and <= 31)
            return BuiltInType.ByteString;
        EncodingError.Malformed($"a variant of type {id}");
        return default;
    }

    private Variant ReadArrayVariant(BuiltInType type, bool hasDimensions)
    {
        if (type == BuiltInType.Null)
            EncodingError.Malformed("an array of nothing");
        Enter();
        var elements = ReadArray(type);
        Leave();
        if (!hasDimensions)
            return Variant.FromArray(type, elements);

        var dimensions = ReadNumbers<int>();
        RequireProduct(dimensions, elements?.Length ?? 0);
        return new Variant(type, 0, elements, isArray: true, dimensions is { Length: > 1 } ? dimensions : null);
    }

    private static void RequireProduct(int[]? dimensions, int count)
    {
        if (dimensions is null or [])
            return;
        long product = 1;
        foreach (var dimension in dimensions)
        {
            if (dimension < 0)
                EncodingError.Malformed($"a dimension of {dimension}");
            product = Math.Min(product * dimension, int.MaxValue + 1L); // saturates, cannot overflow
        }

        if (product != count)
            EncodingError.Malformed($"dimensions for {product} elements on an array of {count}");
    }

    private Variant ReadScalar(BuiltInType type) =>
        type switch
        {
            BuiltInType.Null => default,
            BuiltInType.Boolean => new Variant(type, ReadBoolean() ? 1 : 0),
            BuiltInType.SByte => new Variant(type, ReadSByte()),
            BuiltInType.Byte => new Variant(type, ReadByte()),
            BuiltInType.Int16 => new Variant(type, ReadInt16()),
            BuiltInType.UInt16 => new Variant(type, ReadUInt16()),
            BuiltInType.Int32 => new Variant(type, ReadInt32()),
            BuiltInType.UInt32 or BuiltInType.Float or BuiltInType.StatusCode => new Variant(type, ReadUInt32()),
            BuiltInType.Int64 or BuiltInType.UInt64 or BuiltInType.Double => new Variant(type, ReadInt64()),
            BuiltInType.DateTime => new Variant(type, ReadDateTime()),
            _ => new Variant(type, 0, ReadReference(type)),
        };

    private object? ReadReference(BuiltInType type)
    {
        Count(Boxed);
        switch (type)
        {
            case BuiltInType.String or BuiltInType.XmlElement:
                return ReadString();
            case BuiltInType.ByteString:
                return ReadByteString();
            case BuiltInType.Guid:
                return ReadGuid();
            case BuiltInType.NodeId:
                return ReadNodeId();
            case BuiltInType.ExpandedNodeId:
                return ReadExpandedNodeId();
            case BuiltInType.QualifiedName:
                return ReadQualifiedName();
            case BuiltInType.LocalizedText:
                return ReadLocalizedText();
            case BuiltInType.ExtensionObject:
                return ReadExtensionObject();
            case BuiltInType.DataValue:
                Enter();
                object value = ReadDataValue();
                Leave();
                return value;
            default:
                EncodingError.Malformed($"a scalar {type} in a variant");
                return null;
        }
    }

    /// <summary>Reads a body with a reader of its own, so that it cannot read past its end; bytes that are left over are an error.</summary>
    private object ReadBody(NodeId type, ReadOnlySpan<byte> bytes)
    {
        Enter();
        var inner = new UaReader(bytes, _limits, _depth, _decoded);
        var structure = type is { Namespace: 0, Kind: NodeIdKind.Numeric } ? Structures(type.Numeric, ref inner) : null;
        Leave();
        _decoded = inner._decoded;
        if (structure is null)
        {
            Count(StringOverhead + bytes.Length);
            return bytes.ToArray();
        }

        if (inner.Remaining > 0)
            EncodingError.Malformed($"{inner.Remaining} bytes too many in a structure {type}");
        return structure;
    }
}
