namespace S7OpcBridge.OpcUa;

public ref partial struct UaWriter
{
    private const byte TwoByteId = 0,
        FourByteId = 1,
        NumericId = 2,
        StringId = 3,
        GuidId = 4,
        OpaqueId = 5,
        HasServerIndex = 0x40,
        HasNamespaceUri = 0x80;

    /// <summary>The smallest of the forms of OPC 10000-6, 5.2.2.9.</summary>
    public void WriteNodeId(in NodeId value) => WriteNodeId(value, 0);

    /// <summary>A node id with the namespace's URI and the server's index where it has them; a URI replaces the namespace index.</summary>
    public void WriteExpandedNodeId(in ExpandedNodeId value)
    {
        var flags = (value.NamespaceUri is null ? 0 : HasNamespaceUri) | (value.ServerIndex == 0 ? 0 : HasServerIndex);
        WriteNodeId(value.NamespaceUri is null ? value.Id : value.Id.In(0), (byte)flags);
        if (value.NamespaceUri is not null)
            WriteString(value.NamespaceUri);
        if (value.ServerIndex != 0)
            WriteUInt32(value.ServerIndex);
    }

    /// <summary>Namespace index and name.</summary>
    public void WriteQualifiedName(QualifiedName value)
    {
        WriteUInt16(value.Namespace);
        WriteString(value.Name);
    }

    /// <summary>A mask (1 locale, 2 text) and the fields that it names.</summary>
    public void WriteLocalizedText(LocalizedText value)
    {
        WriteByte((byte)((value.Locale is null ? 0 : 1) | (value.Text is null ? 0 : 2)));
        if (value.Locale is not null)
            WriteString(value.Locale);
        if (value.Text is not null)
            WriteString(value.Text);
    }

    private void WriteNodeId(in NodeId value, byte flags)
    {
        switch (value.Kind)
        {
            case NodeIdKind.Numeric:
                WriteNumericId(value.Namespace, value.Numeric, flags);
                break;
            case NodeIdKind.String:
                WriteIdHead(StringId, value.Namespace, flags);
                WriteString((string?)value.Identifier);
                break;
            case NodeIdKind.Guid:
                WriteIdHead(GuidId, value.Namespace, flags);
                WriteGuid(value.Identifier is Guid guid ? guid : Guid.Empty);
                break;
            default:
                WriteIdHead(OpaqueId, value.Namespace, flags);
                WriteByteString((byte[]?)value.Identifier);
                break;
        }
    }

    private void WriteNumericId(ushort namespaceIndex, uint id, byte flags)
    {
        if (namespaceIndex == 0 && id <= byte.MaxValue)
        {
            WriteByte((byte)(TwoByteId | flags));
            WriteByte((byte)id);
        }
        else if (namespaceIndex <= byte.MaxValue && id <= ushort.MaxValue)
        {
            WriteByte((byte)(FourByteId | flags));
            WriteByte((byte)namespaceIndex);
            WriteUInt16((ushort)id);
        }
        else
        {
            WriteIdHead(NumericId, namespaceIndex, flags);
            WriteUInt32(id);
        }
    }

    private void WriteIdHead(byte form, ushort namespaceIndex, byte flags)
    {
        WriteByte((byte)(form | flags));
        WriteUInt16(namespaceIndex);
    }
}
