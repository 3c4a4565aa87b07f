namespace S7OpcBridge.OpcUa;

/// <summary>A node id as a view into a request's bytes. Looking a node up by it allocates nothing.</summary>
public readonly ref struct NodeIdView
{
    /// <summary>A numeric id.</summary>
    public NodeIdView(ushort namespaceIndex, uint numeric)
    {
        Namespace = namespaceIndex;
        Numeric = numeric;
    }

    /// <summary>An id whose identifier is the given bytes: UTF-8 text, the 16 bytes of a Guid as on the wire, or opaque bytes.</summary>
    public NodeIdView(ushort namespaceIndex, NodeIdKind kind, ReadOnlySpan<byte> bytes)
    {
        Namespace = namespaceIndex;
        Kind = kind;
        Bytes = bytes;
    }

    /// <summary>A view of a <see cref="NodeId"/>.</summary>
    public static NodeIdView From(NodeId id) =>
        id.Kind switch
        {
            NodeIdKind.Numeric => new NodeIdView(id.Namespace, id.Numeric),
            NodeIdKind.String => new NodeIdView(
                id.Namespace,
                NodeIdKind.String,
                System.Text.Encoding.UTF8.GetBytes((string?)id.Identifier ?? "")
            ),
            NodeIdKind.Guid => new NodeIdView(
                id.Namespace,
                NodeIdKind.Guid,
                id.Identifier is Guid guid ? guid.ToByteArray() : new byte[16]
            ),
            _ => new NodeIdView(id.Namespace, NodeIdKind.Opaque, (byte[]?)id.Identifier ?? []),
        };

    /// <summary>Namespace index.</summary>
    public ushort Namespace { get; }

    /// <summary>Kind of the identifier.</summary>
    public NodeIdKind Kind { get; }

    /// <summary>The identifier of a numeric id.</summary>
    public uint Numeric { get; }

    /// <summary>The identifier of any other id.</summary>
    public ReadOnlySpan<byte> Bytes { get; }

    /// <summary>A copy that does not refer to the request's bytes.</summary>
    public NodeId ToNodeId() =>
        Kind switch
        {
            NodeIdKind.Numeric => new NodeId(Namespace, Numeric),
            NodeIdKind.String => new NodeId(Namespace, System.Text.Encoding.UTF8.GetString(Bytes)),
            NodeIdKind.Guid => new NodeId(Namespace, new Guid(Bytes)),
            _ => new NodeId(Namespace, Bytes.ToArray()),
        };
}
