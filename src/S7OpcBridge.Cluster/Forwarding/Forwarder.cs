using System.Collections.Immutable;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Forwarding;

/// <summary>The links to all other nodes: passes on what this node's PLCs deliver.</summary>
internal sealed partial class Forwarder(Sending sending, ILogger log) : IAsyncDisposable
{
    private readonly CancellationTokenSource _stopping = new();
    private readonly Dictionary<string, RunningLink> _running = new(StringComparer.Ordinal);
    private ImmutableArray<PeerLink> _links = [];

    public ImmutableArray<PeerLink> Links => _links;

    public PeerLink? Find(string node) => _links.FirstOrDefault(link => link.Node == node);

    /// <summary>Sees every published batch. The thread that publishes; quick, and without allocation once backlogs have grown.</summary>
    public void Forward(TagBatch batch)
    {
        if (batch.IsForwarded)
            return;
        if (batch.ConfirmedTicks > 0)
            sending.Confirm(batch.ScanGroup, batch.ConfirmedTicks);
        var links = _links;
        if (
            links.IsEmpty
            || sending.Tags().Map.ScanGroups is var groups
                && ((uint)batch.ScanGroup >= (uint)groups.Length || groups[batch.ScanGroup].IsGone)
        )
            return;
        var plc = groups[batch.ScanGroup].Plc;
        foreach (var link in links)
            link.Mark(plc, batch.ConfirmedTicks > 0 ? batch.ScanGroup : -1, batch.Samples);
    }

    /// <summary>Begins links to new nodes and ends those to nodes that are gone. One call at a time, of this or <see cref="Renew"/>.</summary>
    public void Follow(IReadOnlyCollection<string> nodes)
    {
        foreach (var (node, gone) in _running.Where(link => !nodes.Contains(link.Key)).ToArray())
        {
            _running.Remove(node);
            _ = EndAsync(gone);
        }
        Begin([
            .. nodes
                .Where(node => !_running.ContainsKey(node))
                .Select(node => NewLink(node, new NodeLinkState(sending.Time), RunningLink.FirstPatience)),
        ]);
    }

    /// <summary>
    /// Ends links over which nothing was confirmed for long, and begins them anew. To be called four times a second: calls are counted instead of the time, so
    /// that this process may have been frozen.
    /// </summary>
    public void Renew()
    {
        foreach (var (node, stuck) in _running.Where(static link => link.Value.IsStuck()).ToArray())
        {
            if (stuck.State.Renewed())
                BeginsAnew(log, node);
            _ = EndAsync(stuck);
            Begin([NewLink(node, stuck.State, stuck.NextPatience)]);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        foreach (var link in _running.Values)
            await EndAsync(link).ConfigureAwait(false);
        _stopping.Dispose();
    }

    private RunningLink NewLink(string node, NodeLinkState state, int patience) =>
        new(new PeerLink(node, sending, state, log), state, CancellationTokenSource.CreateLinkedTokenSource(_stopping.Token), patience);

    private void Begin(IReadOnlyCollection<RunningLink> links)
    {
        foreach (var link in links)
            _running[link.Link.Node] = link;
        // Changes are marked from here on; the values up to now follow.
        ImmutableInterlocked.InterlockedExchange(ref _links, [.. _running.Values.Select(static link => link.Link)]);
        foreach (var link in links)
        {
            foreach (var list in sending.Tags().Plcs)
            {
                if (sending.TenureOf(list.Name) > 0)
                    link.Link.MarkAll(list);
            }
            link.Start();
        }
    }

    private static async Task EndAsync(RunningLink link)
    {
        await link.Stop.CancelAsync().ConfigureAwait(false);
        link.Link.Wake();
        await link.Running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        link.Stop.Dispose();
        link.Link.Dispose();
    }

    [LoggerMessage(
        1136,
        LogLevel.Warning,
        "Node {Node} is a member of the cluster and has confirmed nothing from this node for 10 s: the link to it "
            + "begins anew, with all values."
    )]
    private static partial void BeginsAnew(ILogger logger, string node);
}
