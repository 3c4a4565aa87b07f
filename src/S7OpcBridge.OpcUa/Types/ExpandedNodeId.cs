namespace S7OpcBridge.OpcUa;

/// <summary>A node id that may name its namespace by URI or its server by index (OPC 10000-6, 5.2.2.10).</summary>
public readonly record struct ExpandedNodeId(NodeId Id, string? NamespaceUri = null, uint ServerIndex = 0)
{
    /// <summary>A node of this server.</summary>
    public static implicit operator ExpandedNodeId(NodeId id) => new(id);
}
