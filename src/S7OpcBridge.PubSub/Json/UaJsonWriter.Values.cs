using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub.Json;

internal sealed partial class UaJsonWriter
{
    /// <summary>Type and value (5.4.2.17); the null value is the literal <c>null</c>, a null of a type has no <c>Value</c>.</summary>
    public void WriteVariant(in Variant value)
    {
        if (value.IsNull)
        {
            Json.WriteNullValue();
            return;
        }

        Json.WriteStartObject();
        WriteTypeAndValue(value, withType: true);
        Json.WriteEndObject();
    }

    /// <summary>A variant's fields and those of status and times that are set, all in one object (5.4.2.18).</summary>
    public void WriteDataValue(in DataValue value) =>
        WriteDataValue(value.Value, value.Status, value.SourceTime, value.ServerTime, withType: true);

    /// <summary>A data value, without its type where the reader knows it from the metadata (OPC 10000-14, 7.2.5.4.3).</summary>
    public void WriteDataValue(in Variant value, StatusCode status, long sourceTime, long serverTime, bool withType)
    {
        Json.WriteStartObject();
        if (!value.IsNull)
            WriteTypeAndValue(value, withType);
        if (status.Value != 0)
        {
            Json.WritePropertyName(JsonNames.Status);
            WriteStatusCode(status);
        }

        if (sourceTime != 0)
        {
            Json.WritePropertyName(JsonNames.SourceTimestamp);
            WriteDateTime(sourceTime);
        }

        if (serverTime != 0)
        {
            Json.WritePropertyName(JsonNames.ServerTimestamp);
            WriteDateTime(serverTime);
        }

        Json.WriteEndObject();
    }

    /// <summary>A value whose type the reader knows, as a field of a structure is written; a matrix is an object of elements and dimensions (5.4.5).</summary>
    public void WriteField(in Variant value)
    {
        if (value.Dimensions is null || value.Reference is null)
        {
            WriteContent(value);
            return;
        }

        Json.WriteStartObject();
        Json.WritePropertyName(JsonNames.Array);
        WriteContent(value);
        WriteDimensions(value.Dimensions);
        Json.WriteEndObject();
    }

    /// <summary>
    /// Id and content (5.4.2.16). The fields of a structure are known to its own type only, so its body is written in the encoding that it has:
    /// <c>UaEncoding</c> 1 binary (base64), 2 XML. <c>UaTypeId</c> is the id of that encoding.
    /// </summary>
    public void WriteExtensionObject(ExtensionObject? value)
    {
        Json.WriteStartObject();
        if (value is not null)
        {
            Json.WritePropertyName(JsonNames.UaTypeId);
            WriteNodeId(value.TypeId);
            switch (value.Body)
            {
                case byte[] bytes:
                    WriteBinaryBody(bytes);
                    break;
                case IUaStructure structure:
                    WriteBinaryBody(Encoded(structure));
                    break;
                case string xml:
                    Json.WriteNumber(JsonNames.UaEncoding, 2);
                    Json.WriteString(JsonNames.UaBody, xml);
                    break;
            }
        }

        Json.WriteEndObject();
    }

    private void WriteBinaryBody(byte[] bytes)
    {
        Json.WriteNumber(JsonNames.UaEncoding, 1);
        Json.WriteBase64String(JsonNames.UaBody, bytes);
    }

    private static byte[] Encoded(IUaStructure structure)
    {
        using var buffer = MessageBuffer.Rent(8192, 0, 0);
        var writer = new UaWriter(buffer);
        structure.Encode(ref writer);
        writer.Flush();
        return buffer.ToArray();
    }

    private void WriteTypeAndValue(in Variant value, bool withType)
    {
        if (withType)
            Json.WriteNumber(JsonNames.UaType, (uint)value.Type);
        if (IsNullOfType(value))
            return;
        Json.WritePropertyName(JsonNames.Value);
        WriteContent(value);
        if (value.Dimensions is not null)
            WriteDimensions(value.Dimensions);
    }

    private static bool IsNullOfType(in Variant value) =>
        value.Reference is null
        && (
            value.IsArray || value.Type is BuiltInType.Null or > BuiltInType.Double and not (BuiltInType.DateTime or BuiltInType.StatusCode)
        );

    private void WriteDimensions(int[] dimensions)
    {
        Json.WriteStartArray(JsonNames.Dimensions);
        foreach (var dimension in dimensions)
            Json.WriteNumberValue(dimension);
        Json.WriteEndArray();
    }

    private void WriteContent(in Variant value)
    {
        if (value.IsArray)
            WriteArray(value.Type, (Array?)value.Reference);
        else
            WriteScalar(value);
    }

    private void WriteScalar(in Variant value)
    {
        switch (value.Type)
        {
            case BuiltInType.Null:
                Json.WriteNullValue();
                break;
            case BuiltInType.Boolean:
                Json.WriteBooleanValue(value.Bits != 0);
                break;
            case BuiltInType.SByte
            or BuiltInType.Byte
            or BuiltInType.Int16
            or BuiltInType.UInt16
            or BuiltInType.Int32
            or BuiltInType.UInt32:
                Json.WriteNumberValue(value.Bits);
                break;
            case BuiltInType.Int64:
                WriteInt64(value.Bits);
                break;
            case BuiltInType.UInt64:
                WriteUInt64((ulong)value.Bits);
                break;
            case BuiltInType.Float:
                WriteFloat(BitConverter.UInt32BitsToSingle((uint)value.Bits));
                break;
            case BuiltInType.Double:
                WriteDouble(BitConverter.Int64BitsToDouble(value.Bits));
                break;
            case BuiltInType.DateTime:
                WriteDateTime(value.Bits);
                break;
            case BuiltInType.StatusCode:
                WriteStatusCode((uint)value.Bits);
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
            case BuiltInType.Guid:
                Json.WriteStringValue(value is Guid guid ? guid : Guid.Empty);
                break;
            case BuiltInType.ByteString:
                WriteByteString((byte[]?)value);
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
                throw new UaException(StatusCodes.BadEncodingError, $"A scalar {type} in a variant has no JSON encoding.");
        }
    }
}
