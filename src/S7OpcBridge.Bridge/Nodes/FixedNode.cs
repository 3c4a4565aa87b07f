using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Nodes;

/// <summary>A node of the _Status subtree. There are only a few per PLC, so each can be an object.</summary>
internal sealed record FixedNode
{
    /// <summary>Text of the node id.</summary>
    public required string Id { get; init; }

    /// <summary>Last level of the id; the browse name.</summary>
    public required string Name { get; init; }

    /// <summary>Namespace of the browse name; only machines have others than that of the tags, and that of the standard for properties.</summary>
    public ushort NameNamespace { get; init; } = TagNamespace.Index;

    /// <summary>Index of the parent among all nodes of the tag address space.</summary>
    public required int Parent { get; init; }

    /// <summary>Reference from the parent, a numeric id of namespace 0.</summary>
    public required uint Reference { get; init; }

    /// <summary>Object, variable or method.</summary>
    public required NodeClass Class { get; init; }

    /// <summary>Type definition in namespace 0; 0 for a method.</summary>
    public required uint TypeDefinition { get; init; }

    /// <summary>Data type in namespace 0; variables only.</summary>
    public uint DataType { get; init; }

    /// <summary>True for an array of one dimension.</summary>
    public bool IsArray { get; init; }

    /// <summary>Index in the variable table; -1 for an object.</summary>
    public int Variable { get; init; } = -1;

    /// <summary>The value of a property, which is not in the variable table.</summary>
    public Variant Value { get; init; }

    /// <summary>Description in a sentence; null: the name is sufficient.</summary>
    public string? Description { get; init; }

    /// <summary>The method; null for other nodes.</summary>
    public StatusMethod? Method { get; init; }

    /// <summary>Indexes of the children among all nodes of the tag address space.</summary>
    public List<int> Children { get; } = [];
}
