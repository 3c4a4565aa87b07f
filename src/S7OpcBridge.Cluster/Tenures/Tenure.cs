namespace S7OpcBridge.Cluster.Tenures;

/// <summary>What is known of the node that has the connection to a PLC. Immutable.</summary>
/// <param name="Number">Number of the tenure: each node that takes the PLC over has a higher one. 0: nobody has had it so far.</param>
/// <param name="Holder">The node; null: unknown.</param>
/// <param name="HeardAt">When its last message about the PLC arrived, as a timestamp of the clock; for this node's own PLCs when it began or ended.</param>
/// <param name="Freshness">What this node shows at present.</param>
internal readonly record struct Tenure(long Number, string? Holder, long HeardAt, ValueFreshness Freshness);
