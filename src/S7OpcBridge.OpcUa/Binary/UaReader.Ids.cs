using System.Text.Unicode;
using S7OpcBridge.OpcUa.Binary;

namespace S7OpcBridge.OpcUa;

public ref partial struct UaReader
{
    private const byte HasNamespaceUri = 0x80,
        HasServerIndex = 0x40;

    /// <summary>Any of the forms of OPC 10000-6, 5.2.2.9.</summary>
    public NodeId ReadNodeId() => ReadIdentifier(ReadByte());

    /// <summary>The same as a view into the message. Text is not checked to be UTF-8; other text matches no node.</summary>
    public NodeIdView ReadNodeIdView() => ReadIdentifierView(ReadByte());

    /// <summary>A node id with namespace URI and server index if the flags are set. The namespace index is ignored where there is a URI.</summary>
    public ExpandedNodeId ReadExpandedNodeId()
    {
        var form = ReadByte();
        var id = ReadIdentifier((byte)(form & ~(HasNamespaceUri | HasServerIndex)));
        var uri = (form & HasNamespaceUri) != 0 ? ReadString() : null;
        var server = (form & HasServerIndex) != 0 ? ReadUInt32() : 0;
        return new ExpandedNodeId(uri is null ? id : id.In(0), uri, server);
    }

    /// <summary>Namespace index and name.</summary>
    public QualifiedName ReadQualifiedName() => new(ReadUInt16(), ReadString());

    /// <summary>A mask (1 locale, 2 text) and the fields that it names.</summary>
    public LocalizedText ReadLocalizedText()
    {
        var mask = ReadByte();
        var locale = (mask & 1) != 0 ? ReadString() : null;
        var text = (mask & 2) != 0 ? ReadString() : null;
        return new LocalizedText(text, locale);
    }

    private NodeId ReadIdentifier(byte form)
    {
        var view = ReadIdentifierView(form);
        return view.Kind != NodeIdKind.String || Utf8.IsValid(view.Bytes) ? view.ToNodeId() : throw NoUtf8();
    }

    private NodeIdView ReadIdentifierView(byte form)
    {
        switch (form)
        {
            case 0:
                return new NodeIdView(0, ReadByte());
            case 1:
                return new NodeIdView(ReadByte(), ReadUInt16());
            case 2:
                return new NodeIdView(ReadUInt16(), ReadUInt32());
            case 3:
                return new NodeIdView(ReadUInt16(), NodeIdKind.String, ReadStringBytes(out _));
            case 4:
                return new NodeIdView(ReadUInt16(), NodeIdKind.Guid, TakeBytes(16));
            case 5:
                return new NodeIdView(ReadUInt16(), NodeIdKind.Opaque, ReadByteStringSpan(out _));
            default:
                EncodingError.Malformed($"a node id of form {form:X2}");
                return default;
        }
    }

    private static UaException NoUtf8() => new(StatusCodes.BadDecodingError, "Malformed message: the text of a node id is no UTF-8.");
}
