namespace S7OpcBridge.OpcUa;

/// <summary>Kind of a node identifier; the numbers are those of IdType in OPC 10000-3.</summary>
public enum NodeIdKind : byte
{
    /// <summary>UInt32.</summary>
    Numeric = 0,

    /// <summary>String.</summary>
    String = 1,

    /// <summary>Guid.</summary>
    Guid = 2,

    /// <summary>ByteString.</summary>
    Opaque = 3,
}

/// <summary>Identifies a node (OPC 10000-3, 8.2). The default is the null node id <c>i=0</c>.</summary>
public readonly struct NodeId : IEquatable<NodeId>
{
    /// <summary>A numeric id.</summary>
    public NodeId(ushort namespaceIndex, uint numeric)
    {
        Namespace = namespaceIndex;
        Numeric = numeric;
    }

    /// <summary>A string id.</summary>
    public NodeId(ushort namespaceIndex, string text)
    {
        Namespace = namespaceIndex;
        Kind = NodeIdKind.String;
        Identifier = text;
    }

    /// <summary>A Guid id.</summary>
    public NodeId(ushort namespaceIndex, Guid guid)
    {
        Namespace = namespaceIndex;
        Kind = NodeIdKind.Guid;
        Identifier = guid;
    }

    /// <summary>An opaque id.</summary>
    public NodeId(ushort namespaceIndex, byte[] opaque)
    {
        Namespace = namespaceIndex;
        Kind = NodeIdKind.Opaque;
        Identifier = opaque;
    }

    private NodeId(ushort namespaceIndex, NodeIdKind kind, uint numeric, object? identifier) =>
        (Namespace, Kind, Numeric, Identifier) = (namespaceIndex, kind, numeric, identifier);

    /// <summary>A numeric id of namespace 0.</summary>
    public static implicit operator NodeId(uint numeric) => new(0, numeric);

    /// <summary>Namespace index.</summary>
    public ushort Namespace { get; }

    /// <summary>Kind of the identifier.</summary>
    public NodeIdKind Kind { get; }

    /// <summary>The identifier of a numeric id.</summary>
    public uint Numeric { get; }

    /// <summary>The identifier of any other id: string, boxed <see cref="System.Guid"/> or byte array.</summary>
    public object? Identifier { get; }

    /// <summary>True for <c>i=0</c> and for null or empty identifiers in namespace 0.</summary>
    public bool IsNull =>
        Namespace == 0
        && Kind switch
        {
            NodeIdKind.Numeric => Numeric == 0,
            NodeIdKind.String => Identifier is null or "",
            NodeIdKind.Guid => Identifier is null || (Guid)Identifier == Guid.Empty,
            _ => Identifier is null or byte[] { Length: 0 },
        };

    /// <summary>The same identifier in another namespace.</summary>
    public NodeId In(ushort namespaceIndex) => new(namespaceIndex, Kind, Numeric, Identifier);

    /// <inheritdoc/>
    public bool Equals(NodeId other) =>
        Namespace == other.Namespace
        && Kind == other.Kind
        && Numeric == other.Numeric
        && (
            Identifier is byte[] mine && other.Identifier is byte[] theirs
                ? mine.AsSpan().SequenceEqual(theirs)
                : Equals(Identifier, other.Identifier)
        );

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is NodeId other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        if (Identifier is not byte[] bytes)
            return HashCode.Combine(Namespace, Kind, Numeric, Identifier);
        var hash = new HashCode();
        hash.Add(Namespace);
        hash.AddBytes(bytes);
        return hash.ToHashCode();
    }

    /// <summary>Equality of namespace and identifier.</summary>
    public static bool operator ==(NodeId left, NodeId right) => left.Equals(right);

    /// <summary>Inequality of namespace or identifier.</summary>
    public static bool operator !=(NodeId left, NodeId right) => !left.Equals(right);

    /// <summary>The text form of OPC 10000-6, 5.3.1.10, for example <c>ns=2;s=Line1/Motor/Speed</c>.</summary>
    public override string ToString()
    {
        var prefix = Namespace == 0 ? "" : $"ns={Namespace};";
        return Kind switch
        {
            NodeIdKind.Numeric => $"{prefix}i={Numeric}",
            NodeIdKind.String => $"{prefix}s={Identifier}",
            NodeIdKind.Guid => $"{prefix}g={Identifier}",
            _ => $"{prefix}b={Convert.ToBase64String((byte[]?)Identifier ?? [])}",
        };
    }
}
