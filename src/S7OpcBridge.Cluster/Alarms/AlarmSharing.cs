using System.Collections.Immutable;
using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Alarms;

/// <summary>
/// The alarms of CPUs between nodes: what a CPU tells the node that reads it goes to all others, and a node that is new gets the list.
/// </summary>
/// <param name="ask">Asks a node.</param>
/// <param name="holderOf">The node that reads a PLC, by its name.</param>
internal sealed class AlarmSharing(
    Acquisition acquisition,
    Func<MapTags> tags,
    Func<string, byte, ReadOnlyMemory<byte>, CancellationToken, ValueTask<byte[]>> ask,
    Func<string, string?> holderOf,
    TimeProvider time
) : IAsyncDisposable
{
    private readonly CancellationTokenSource _stopping = new();
    private ImmutableDictionary<string, Running> _links = ImmutableDictionary<string, Running>.Empty;

    /// <summary>What the list of a PLC would say now; given by who keeps the alarms.</summary>
    public Func<int, CpuAlarmBatch>? ListOf { get; set; }

    /// <summary>Passes on what the CPU of a PLC of this node has told. One thread, quick.</summary>
    public void Forward(CpuAlarmBatch batch)
    {
        if (!acquisition.Owns(batch.Plc))
            return;
        foreach (var link in _links.Values)
            link.Link.Add(batch);
    }

    /// <summary>Begins links to new nodes and ends those to nodes that are gone. One call at a time.</summary>
    public void Follow(IReadOnlyCollection<string> nodes)
    {
        foreach (var (node, gone) in _links.Where(link => !nodes.Contains(link.Key)))
        {
            _links = _links.Remove(node);
            _ = EndAsync(gone);
        }
        foreach (var node in nodes.Where(node => !_links.ContainsKey(node)))
        {
            var link = new AlarmLink((batch, token) => SendAsync(node, batch, token), ListFor, time);
            var stop = CancellationTokenSource.CreateLinkedTokenSource(_stopping.Token);
            _links = _links.Add(node, new Running(link, stop, Task.Run(() => link.RunAsync(stop.Token))));
            foreach (var plc in acquisition.Map.Plcs)
            {
                if (plc is { IsGone: false, Alarms: not null })
                    link.AskList(plc.Index);
            }
        }
    }

    /// <summary>A node is to get the whole list of a PLC: it has heard nothing of it for a while.</summary>
    public void AskList(string node, int plc)
    {
        if (acquisition.Map.Plcs[plc].Alarms is not null && _links.TryGetValue(node, out var link))
            link.Link.AskList(plc);
    }

    /// <summary>Takes a batch of another node. The answer: one byte, 1 where it was taken; it is not of a node that does not read the PLC.</summary>
    public async ValueTask<byte[]> TakeAsync(string from, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        var (plc, batch) = AlarmWire.Read(body.Span, name => tags().Find(name)?.Plc ?? -1);
        if (batch.Plc < 0)
            return [1]; // nobody here wants them, and that does not change by asking again
        if (acquisition.Owns(batch.Plc) || holderOf(plc) != from)
            return [0];
        await acquisition.FeedAlarmsAsync(batch, cancellationToken).ConfigureAwait(false);
        return [1];
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        foreach (var link in _links.Values)
            await EndAsync(link).ConfigureAwait(false);
        _stopping.Dispose();
    }

    private CpuAlarmBatch? ListFor(int plc) => acquisition.Owns(plc) ? ListOf?.Invoke(plc) : null;

    private async Task<bool> SendAsync(string node, CpuAlarmBatch batch, CancellationToken cancellationToken)
    {
        if (!acquisition.Owns(batch.Plc))
            return true; // the node that reads it now tells
        try
        {
            var body = AlarmWire.Write(acquisition.Map.Plcs[batch.Plc].Name, batch);
            return await ask(node, MessageKind.Alarms, body, cancellationToken).ConfigureAwait(false) is [1, ..];
        }
        catch (Exception e) when (e is ClusterCallException or OperationCanceledException)
        {
            return false;
        }
    }

    private static async Task EndAsync(Running link)
    {
        await link.Stop.CancelAsync().ConfigureAwait(false);
        link.Link.Wake();
        await link.Task.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        link.Stop.Dispose();
        link.Link.Dispose();
    }

    private sealed record Running(AlarmLink Link, CancellationTokenSource Stop, Task Task);
}
