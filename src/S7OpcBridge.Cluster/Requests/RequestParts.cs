using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Requests;

/// <summary>What requests to the owners of PLCs need.</summary>
internal sealed record RequestParts
{
    public required Acquisition Acquisition { get; init; }

    public required Func<MapTags> Tags { get; init; }

    public required Func<string, byte, ReadOnlyMemory<byte>, CancellationToken, ValueTask<byte[]>> AskAsync { get; init; }

    /// <summary>The node that has a PLC, or should have it; null: unknown.</summary>
    public required Func<string, string?> HolderOf { get; init; }

    /// <summary>Name of this node.</summary>
    public required string Self { get; init; }

    /// <summary>Completes when a node has confirmed all values that wait for it now.</summary>
    public required Func<string, CancellationToken, Task> FlushAsync { get; init; }

    /// <summary>False: this node may not talk to PLCs.</summary>
    public required Func<bool> MayWork { get; init; }

    public required TimeProvider Time { get; init; }
}
