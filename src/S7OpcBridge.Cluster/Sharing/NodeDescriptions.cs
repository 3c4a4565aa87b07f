using System.Collections.Concurrent;
using S7OpcBridge.Cluster.Wire;

namespace S7OpcBridge.Cluster.Sharing;

/// <summary>What the nodes tell of themselves, asked for every second; the content is the program's.</summary>
internal sealed class NodeDescriptions(Func<string, byte, ReadOnlyMemory<byte>, CancellationToken, ValueTask<byte[]>> askAsync)
{
    private readonly ConcurrentDictionary<string, (byte[] Description, bool IsReached)> _known = new(StringComparer.Ordinal);

    /// <summary>The last description of a node; null: it has told none yet.</summary>
    public (byte[]? Description, bool IsReached) DescriptionOf(string node) =>
        _known.TryGetValue(node, out var known) ? known : (null, false);

    /// <summary>Asks the other nodes, and forgets those that are gone.</summary>
    public async Task AskAsync(IReadOnlyCollection<string> nodes, CancellationToken cancellationToken)
    {
        foreach (var gone in _known.Keys.Except(nodes))
            _known.TryRemove(gone, out _);
        await Task.WhenAll(nodes.Select(node => AskAsync(node, cancellationToken))).ConfigureAwait(false);
    }

    private async Task AskAsync(string node, CancellationToken cancellationToken)
    {
        try
        {
            _known[node] = (
                await askAsync(node, MessageKind.Describe, ReadOnlyMemory<byte>.Empty, cancellationToken).ConfigureAwait(false),
                true
            );
        }
        catch (Exception e) when (e is ClusterCallException or OperationCanceledException)
        {
            if (_known.TryGetValue(node, out var known))
                _known[node] = known with { IsReached = false };
        }
    }
}
