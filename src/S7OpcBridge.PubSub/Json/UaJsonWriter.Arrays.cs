using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub.Json;

internal sealed partial class UaJsonWriter
{
    /// <summary>Elements of a built-in type, in the array type of <see cref="Variant"/> (5.4.5); a null array is the literal <c>null</c>.</summary>
    public void WriteArray(BuiltInType type, Array? elements)
    {
        if (elements is null)
        {
            Json.WriteNullValue();
            return;
        }

        Json.WriteStartArray();
        if (!TryWriteNumbers(type, elements))
            WriteElements(type, elements);
        Json.WriteEndArray();
    }

    private bool TryWriteNumbers(BuiltInType type, Array elements)
    {
        switch (type)
        {
            case BuiltInType.Boolean:
                foreach (var value in (bool[])elements)
                    Json.WriteBooleanValue(value);
                return true;
            case BuiltInType.SByte:
                foreach (var value in (sbyte[])elements)
                    Json.WriteNumberValue(value);
                return true;
            case BuiltInType.Byte:
                foreach (var value in (byte[])elements)
                    Json.WriteNumberValue(value);
                return true;
            case BuiltInType.Int16:
                foreach (var value in (short[])elements)
                    Json.WriteNumberValue(value);
                return true;
            case BuiltInType.UInt16:
                foreach (var value in (ushort[])elements)
                    Json.WriteNumberValue(value);
                return true;
            case BuiltInType.Int32:
                foreach (var value in (int[])elements)
                    Json.WriteNumberValue(value);
                return true;
            case BuiltInType.UInt32:
                foreach (var value in (uint[])elements)
                    Json.WriteNumberValue(value);
                return true;
            case BuiltInType.Int64:
                foreach (var value in (long[])elements)
                    WriteInt64(value);
                return true;
            case BuiltInType.UInt64:
                foreach (var value in (ulong[])elements)
                    WriteUInt64(value);
                return true;
            case BuiltInType.Float:
                foreach (var value in (float[])elements)
                    WriteFloat(value);
                return true;
            case BuiltInType.Double:
                foreach (var value in (double[])elements)
                    WriteDouble(value);
                return true;
            default:
                return false;
        }
    }

    private void WriteElements(BuiltInType type, Array elements)
    {
        switch (elements)
        {
            case string?[] strings when type is BuiltInType.String or BuiltInType.XmlElement:
                foreach (var text in strings)
                    WriteString(text);
                break;
            case long[] times when type == BuiltInType.DateTime:
                foreach (var time in times)
                    WriteDateTime(time);
                break;
            case uint[] codes when type == BuiltInType.StatusCode:
                foreach (var code in codes)
                    WriteStatusCode(code);
                break;
            case Guid[] guids when type == BuiltInType.Guid:
                foreach (var guid in guids)
                    Json.WriteStringValue(guid);
                break;
            case byte[]?[] byteStrings when type == BuiltInType.ByteString:
                foreach (var bytes in byteStrings)
                    WriteByteString(bytes);
                break;
            case NodeId[] ids when type == BuiltInType.NodeId:
                foreach (ref readonly var id in ids.AsSpan())
                    WriteNodeId(id);
                break;
            case ExpandedNodeId[] ids when type == BuiltInType.ExpandedNodeId:
                foreach (ref readonly var id in ids.AsSpan())
                    WriteExpandedNodeId(id);
                break;
            case QualifiedName[] names when type == BuiltInType.QualifiedName:
                foreach (var name in names)
                    WriteQualifiedName(name);
                break;
            case LocalizedText[] texts when type == BuiltInType.LocalizedText:
                foreach (var text in texts)
                    WriteLocalizedText(text);
                break;
            case ExtensionObject?[] structures when type == BuiltInType.ExtensionObject:
                foreach (var structure in structures)
                    WriteElement(structure);
                break;
            case DataValue[] values when type == BuiltInType.DataValue:
                foreach (ref readonly var value in values.AsSpan())
                    WriteDataValue(value);
                break;
            case Variant[] variants when type == BuiltInType.Variant:
                foreach (ref readonly var variant in variants.AsSpan())
                    WriteVariant(variant);
                break;
            default:
                throw new UaException(StatusCodes.BadEncodingError, $"{elements.GetType()} as an array of {type} has no JSON encoding.");
        }
    }

    private void WriteElement(ExtensionObject? structure)
    {
        if (structure is null)
            Json.WriteNullValue();
        else
            WriteExtensionObject(structure);
    }
}
