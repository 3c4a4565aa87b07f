namespace S7OpcBridge.OpcUa.Server;

/// <summary>What happened to a node when the address space changed; the numbers are the bits of ModelChangeStructureDataType (OPC 10000-5, 12.16).</summary>
[Flags]
public enum ModelChangeVerb : byte
{
    /// <summary>The node is new.</summary>
    NodeAdded = 1,

    /// <summary>The node is gone.</summary>
    NodeDeleted = 2,

    /// <summary>The node has a new reference, forward or inverse.</summary>
    ReferenceAdded = 4,

    /// <summary>The node has lost a reference, forward or inverse.</summary>
    ReferenceDeleted = 8,

    /// <summary>The variable has another data type.</summary>
    DataTypeChanged = 16,
}

/// <summary>One change of the address space.</summary>
/// <param name="Affected">The node.</param>
/// <param name="AffectedType">Its type definition; null where it has none.</param>
/// <param name="Verb">What happened to it.</param>
public readonly record struct ModelChange(NodeId Affected, NodeId AffectedType, ModelChangeVerb Verb);
