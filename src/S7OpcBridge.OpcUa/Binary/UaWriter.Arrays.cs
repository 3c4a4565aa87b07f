using System.Runtime.InteropServices;
using S7OpcBridge.OpcUa.Binary;

namespace S7OpcBridge.OpcUa;

public ref partial struct UaWriter
{
    /// <summary>A count and the elements of a built-in type, in the array type of <see cref="Variant"/>; null has count -1.</summary>
    public void WriteArray(BuiltInType type, Array? elements)
    {
        if (elements is null)
        {
            WriteInt32(-1);
            return;
        }

        switch (type)
        {
            case BuiltInType.Boolean:
                WriteNumbers((bool[])elements);
                break;
            case BuiltInType.SByte:
                WriteNumbers((sbyte[])elements);
                break;
            case BuiltInType.Byte:
                WriteNumbers((byte[])elements);
                break;
            case BuiltInType.Int16:
                WriteNumbers((short[])elements);
                break;
            case BuiltInType.UInt16:
                WriteNumbers((ushort[])elements);
                break;
            case BuiltInType.Int32:
                WriteNumbers((int[])elements);
                break;
            case BuiltInType.UInt32 or BuiltInType.StatusCode:
                WriteNumbers((uint[])elements);
                break;
            case BuiltInType.Int64:
                WriteNumbers((long[])elements);
                break;
            case BuiltInType.UInt64:
                WriteNumbers((ulong[])elements);
                break;
            case BuiltInType.Float:
                WriteNumbers((float[])elements);
                break;
            case BuiltInType.Double:
                WriteNumbers((double[])elements);
                break;
            default:
                WriteElements(type, elements);
                break;
        }
    }

    /// <summary>A count and structures, one after the other.</summary>
    public void WriteStructures<T>(T[] structures)
        where T : IUaStructure
    {
        WriteInt32(structures.Length);
        foreach (var structure in structures)
            structure.Encode(ref this);
    }

    /// <summary>A count and numbers (or Booleans, or status codes), copied in one go; null has count -1.</summary>
    public void WriteNumbers<T>(T[]? numbers)
        where T : unmanaged
    {
        WriteInt32(numbers?.Length ?? -1);
        WriteRaw(MemoryMarshal.AsBytes<T>(numbers));
    }

    private void WriteElements(BuiltInType type, Array elements)
    {
        WriteInt32(elements.Length);
        switch (elements)
        {
            case long[] times when type == BuiltInType.DateTime:
                foreach (var time in times)
                    WriteDateTime(time);
                break;
            case string?[] strings when type is BuiltInType.String or BuiltInType.XmlElement:
                foreach (var text in strings)
                    WriteString(text);
                break;
            case Guid[] guids when type == BuiltInType.Guid:
                foreach (var guid in guids)
                    WriteGuid(guid);
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
                    WriteExtensionObject(structure);
                break;
            case DataValue[] values when type == BuiltInType.DataValue:
                foreach (ref readonly var value in values.AsSpan())
                    WriteDataValue(value);
                break;
            case Variant[] variants when type == BuiltInType.Variant:
                foreach (ref readonly var variant in variants.AsSpan())
                    WriteVariant(variant);
                break;
            case DiagnosticInfo?[] infos when type == BuiltInType.DiagnosticInfo:
                foreach (var info in infos)
                    WriteDiagnosticInfo(info);
                break;
            default:
                EncodingError.Unencodable($"{elements.GetType()} as an array of {type}");
                break;
        }
    }
}
