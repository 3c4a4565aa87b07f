namespace S7OpcBridge.Cluster.Calls;

/// <summary>What a node's handler said: an answer, or the text of a refusal.</summary>
[GenerateSerializer]
[Immutable]
internal readonly record struct NodeAnswer([property: Id(0)] byte[]? Body, [property: Id(1)] string? Refusal);
