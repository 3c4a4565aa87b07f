using System.Net;

namespace S7OpcBridge.Cluster;

/// <summary>A node that takes part in the cluster.</summary>
/// <param name="Node">Its name, unique in the cluster.</param>
/// <param name="Address">Where the other nodes reach it.</param>
/// <param name="IsSelf">It is the node of this process.</param>
public sealed record ClusterMember(string Node, IPEndPoint Address, bool IsSelf);
