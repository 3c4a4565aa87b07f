namespace S7OpcBridge.Cluster.Security;

/// <summary>The other side of a connection does not belong to this cluster, or says that this one does not.</summary>
internal sealed class PeerRefusedException(string reason) : Exception(reason);
