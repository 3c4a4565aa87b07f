namespace S7OpcBridge.OpcUa.Server.Models;

/// <summary>A node of a model that the standard publishes.</summary>
internal sealed record ModelNode(NodeId Id, NodeClass Class, QualifiedName Name)
{
    /// <summary>The type definition (<see cref="TypeNumber"/>); 0: none.</summary>
    public uint Type { get; init; }

    /// <summary>Data type of a variable.</summary>
    public NodeId DataType { get; init; }

    /// <summary>The value of a variable; null for those that only declare.</summary>
    public Variant Value { get; init; }

    /// <summary>True for a type that has no instances.</summary>
    public bool IsAbstract { get; init; }

    /// <summary>The values of an enumeration; null: it is none.</summary>
    public EnumDefinition? Values { get; init; }
}
