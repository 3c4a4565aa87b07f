namespace S7OpcBridge.Cluster;

/// <summary>Answers a request of another node (or of this one). Called on the thread pool, several at a time.</summary>
/// <param name="fromNode">Name of the node that asks.</param>
/// <param name="kind">What it asks for; the meaning of the numbers is the handler's.</param>
/// <param name="body">The request. Valid until the handler has answered.</param>
/// <param name="cancellationToken">Ends when this node leaves the cluster.</param>
/// <returns>The answer.</returns>
/// <exception cref="ClusterCallException">With <see cref="ClusterCallFailure.Refused"/>: the asker gets the same failure and text.</exception>
public delegate ValueTask<byte[]> NodeRequestHandler(
    string fromNode,
    byte kind,
    ReadOnlyMemory<byte> body,
    CancellationToken cancellationToken
);
