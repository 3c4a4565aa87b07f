namespace S7OpcBridge.Cluster;

/// <summary>How a node stands in its cluster.</summary>
/// <param name="IsFenced">It does not talk to PLCs.</param>
/// <param name="FenceReason">Why, in words that go on "no PLC is read or written by this node: …"; null if it is not fenced.</param>
/// <param name="IsStoreReachable">The store of the members answered the last question.</param>
/// <param name="Store">The store in words, without passwords.</param>
/// <param name="Evictions">How often this process was thrown out of the cluster.</param>
/// <param name="Absent">Nodes that ought to be members and are not, as the store last said.</param>
public sealed record ClusterStanding(
    bool IsFenced,
    string? FenceReason,
    bool IsStoreReachable,
    string Store,
    int Evictions,
    IReadOnlyList<AbsentNode> Absent
);
