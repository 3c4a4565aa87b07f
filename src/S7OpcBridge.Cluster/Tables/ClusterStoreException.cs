namespace S7OpcBridge.Cluster;

/// <summary>The store of the members can't be used as it is: what is wrong and what to do.</summary>
public sealed class ClusterStoreException(string message, Exception? innerException = null) : Exception(message, innerException);
