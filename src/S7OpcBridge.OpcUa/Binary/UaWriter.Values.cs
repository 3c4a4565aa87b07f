using S7OpcBridge.OpcUa.Binary;

namespace S7OpcBridge.OpcUa;

public ref partial struct UaWriter
{
    private const byte IsArray = 0x80,
        HasDimensions = 0x40;

    /// <summary>A value with its type, OPC 10000-6, 5.2.2.16.</summary>
    public void WriteVariant(in Variant value)
    {
        if (value.IsArray)
        {
            WriteByte((byte)((byte)value.Type | IsArray | (value.Dimensions is null ? 0 : HasDimensions)));
            WriteArray(value.Type, (Array?)value.Reference);
            if (value.Dimensions is not null)
                WriteNumbers(value.Dimensions);
            return;
        }

        WriteByte((byte)value.Type);
        WriteScalar(value);
    }

    /// <summary>A value without its type: a field of a structure. An array has its count in front.</summary>
    public void WriteField(in Variant value)
    {
        if (value.IsArray)
            WriteArray(value.Type, (Array?)value.Reference);
        else
            WriteScalar(value);
    }

    /// <summary>
    /// A mask and those of value, status and times that are set (OPC 10000-6, 5.2.2.17). A Good status, a null value and a time of 0 are left out.
    /// </summary>
    public void WriteDataValue(in DataValue value)
    {
        if (TryWriteScalar(value))
            return;
        var mask =
            (value.Value.IsNull ? 0 : 1)
            | (value.Status.Value == 0 ? 0 : 2)
            | (value.SourceTime == 0 ? 0 : 4)
            | (value.ServerTime == 0 ? 0 : 8);
        WriteByte((byte)mask);
        if ((mask & 1) != 0)
            WriteVariant(value.Value);
        if ((mask & 2) != 0)
            WriteStatusCode(value.Status);
        if ((mask & 4) != 0)
            WriteDateTime(value.SourceTime);
        if ((mask & 8) != 0)
            WriteDateTime(value.ServerTime);
    }

    /// <summary>The encoding's id, the kind of body, the body with its length (OPC 10000-6, 5.2.2.15); null is <c>00 00 00</c>.</summary>
    public void WriteExtensionObject(ExtensionObject? value)
    {
        WriteNodeId(value?.TypeId ?? default);
        switch (value?.Body)
        {
            case null:
                WriteByte(0);
                break;
            case IUaStructure structure:
                WriteByte(1);
                var length = Reserve();
                structure.Encode(ref this);
                Patch(length, (uint)(Position - length - sizeof(uint)));
                break;
            case byte[] bytes:
                WriteByte(1);
                WriteByteString(bytes);
                break;
            case string xml:
                WriteByte(2);
                WriteString(xml);
                break;
            default:
                EncodingError.Unencodable($"a structure body of {value.Body.GetType()}");
                break;
        }
    }

    /// <summary>A mask and the fields that it names (OPC 10000-6, 5.2.2.12); null is an empty mask.</summary>
    public void WriteDiagnosticInfo(DiagnosticInfo? value)
    {
        if (value is null)
        {
            WriteByte(0);
            return;
        }

        WriteByte(
            (byte)(
                (value.SymbolicId is null ? 0 : 0x01)
                | (value.NamespaceUri is null ? 0 : 0x02)
                | (value.LocalizedText is null ? 0 : 0x04)
                | (value.Locale is null ? 0 : 0x08)
                | (value.AdditionalInfo is null ? 0 : 0x10)
                | (value.InnerStatusCode is null ? 0 : 0x20)
                | (value.InnerDiagnosticInfo is null ? 0 : 0x40)
            )
        );
        if (value.SymbolicId is { } symbolicId)
            WriteInt32(symbolicId);
        if (value.NamespaceUri is { } namespaceUri)
            WriteInt32(namespaceUri);
        if (value.Locale is { } locale)
            WriteInt32(locale);
        if (value.LocalizedText is { } text)
            WriteInt32(text);
        if (value.AdditionalInfo is not null)
            WriteString(value.AdditionalInfo);
        if (value.InnerStatusCode is { } inner)
            WriteStatusCode(inner);
        if (value.InnerDiagnosticInfo is not null)
            WriteDiagnosticInfo(value.InnerDiagnosticInfo);
    }

    private void WriteScalar(in Variant value)
    {
        switch (value.Type)
        {
            case BuiltInType.Null:
                break;
            case BuiltInType.Boolean:
                WriteBoolean(value.Bits != 0);
                break;
            case BuiltInType.SByte or BuiltInType.Byte:
                WriteByte((byte)value.Bits);
                break;
            case BuiltInType.Int16 or BuiltInType.UInt16:
                WriteUInt16((ushort)value.Bits);
                break;
            case BuiltInType.Int32 or BuiltInType.UInt32 or BuiltInType.Float or BuiltInType.StatusCode:
                WriteUInt32((uint)value.Bits);
                break;
            case BuiltInType.Int64 or BuiltInType.UInt64 or BuiltInType.Double:
                WriteInt64(value.Bits);
                break;
            case BuiltInType.DateTime:
                WriteDateTime(value.Bits);
                break;
            default:
                WriteReference(value.Type, value.Reference);
                break;
        }
    }

    private void WriteReference(BuiltInType type, object? value)
    {
        switch (type)
        {
            case BuiltInType.String or BuiltInType.XmlElement:
                WriteString((string?)value);
                break;
            case BuiltInType.ByteString:
                WriteByteString((byte[]?)value);
                break;
            case BuiltInType.Guid:
                WriteGuid(value is Guid guid ? guid : Guid.Empty);
                break;
            case BuiltInType.NodeId:
                WriteNodeId(value is NodeId id ? id : default);
                break;
            case BuiltInType.ExpandedNodeId:
                WriteExpandedNodeId(value is ExpandedNodeId expanded ? expanded : default);
                break;
            case BuiltInType.QualifiedName:
                WriteQualifiedName(value is QualifiedName name ? name : default);
                break;
            case BuiltInType.LocalizedText:
                WriteLocalizedText(value is LocalizedText text ? text : default);
                break;
            case BuiltInType.ExtensionObject:
                WriteExtensionObject((ExtensionObject?)value);
                break;
            case BuiltInType.DataValue:
                WriteDataValue(value is DataValue data ? data : default);
                break;
            default:
                EncodingError.Unencodable($"a scalar {type} in a variant");
                break;
        }
    }
}
