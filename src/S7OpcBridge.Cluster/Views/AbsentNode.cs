namespace S7OpcBridge.Cluster;

/// <summary>A node that ought to be a member: it was one in the last seven days.</summary>
/// <param name="Node">Its name.</param>
/// <param name="Address">Where the other nodes reached it: address and port.</param>
/// <param name="Since">When it left or was declared dead, by the clock of the store.</param>
public sealed record AbsentNode(string Node, string Address, DateTimeOffset Since);
