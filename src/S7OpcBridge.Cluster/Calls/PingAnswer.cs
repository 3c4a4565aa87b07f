namespace S7OpcBridge.Cluster.Calls;

/// <summary>What a node says of another one that asks whether it still belongs to the cluster.</summary>
/// <param name="Asker">What the asker is in this node's newest list of members.</param>
/// <param name="View">The version of the view that this node acts by.</param>
/// <param name="TableLost">The store has forgotten this node's row: the store lost its data, and nobody may rely on it.</param>
[GenerateSerializer]
[Immutable]
internal readonly record struct PingAnswer(
    [property: Id(0)] AskerState Asker,
    [property: Id(1)] long View,
    [property: Id(2)] bool TableLost
);
