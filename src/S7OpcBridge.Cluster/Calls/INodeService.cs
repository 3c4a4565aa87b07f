using Orleans.Services;

namespace S7OpcBridge.Cluster.Calls;

/// <summary>What a node offers to the others. Orleans makes the caller's side of it from this interface.</summary>
[Alias("s7opcbridge.node")]
internal interface INodeService : IGrainService
{
    /// <summary>Passes a request to the node's handler.</summary>
    [Alias("ask")]
    Task<NodeAnswer> AskAsync(string fromNode, byte kind, [Immutable] ReadOnlyMemory<byte> body);

    /// <summary>Answers what this node knows about the asker.</summary>
    [Alias("ping")]
    Task<PingAnswer> PingAsync(SiloAddress asker);
}
