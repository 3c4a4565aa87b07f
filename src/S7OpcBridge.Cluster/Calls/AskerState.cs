namespace S7OpcBridge.Cluster.Calls;

/// <summary>What a node knows about the node that asks.</summary>
internal enum AskerState : byte
{
    /// <summary>Not in the list, or not active yet.</summary>
    Unknown,

    /// <summary>An active member.</summary>
    Active,

    /// <summary>Declared dead: it will never be a member again under this address and generation.</summary>
    Dead,
}
