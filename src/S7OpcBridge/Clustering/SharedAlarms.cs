using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Alarms;
using S7OpcBridge.Bridge;
using S7OpcBridge.Cluster;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Clustering;

/// <summary>
/// What users do with alarms at one node holds at all: the states that changed are sent to the other nodes, joined per alarm, and all states to a node that is
/// new. A node that does not answer gets them later.
/// </summary>
internal sealed partial class SharedAlarms : IAsyncDisposable
{
    /// <summary>Kinds of the requests: states that changed, and those of a node that is new to the other one and wants to have all of its states.</summary>
    public const byte Changed = 64,
        First = 65;

    private const int MostAtOnce = 500;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100),
        AgainAfter = TimeSpan.FromSeconds(1);

    private readonly BridgeAlarms _alarms;
    private readonly ClusterNode _node;
    private readonly Func<string, bool> _reads;
    private readonly TimeProvider _time;
    private readonly ILogger _log;
    private readonly ConcurrentDictionary<string, UserActions> _known = new(StringComparer.Ordinal);
    private readonly Dictionary<string, UnsentAlarms> _others = new(StringComparer.Ordinal);
    private readonly CancellationTokenSource _stopping = new();
    private readonly Task _sending;

    /// <summary>Begins.</summary>
    /// <param name="alarms">The alarms of this node.</param>
    /// <param name="node">The membership.</param>
    /// <param name="reads">Whether this node reads a PLC, by its name.</param>
    public SharedAlarms(BridgeAlarms alarms, ClusterNode node, Func<string, bool> reads, TimeProvider time, ILogger log)
    {
        (_alarms, _node, _reads, _time, _log) = (alarms, node, reads, time, log);
        alarms.Conditions.Changed += Note;
        _sending = Task.Run(() => RunAsync(_stopping.Token));
    }

    /// <summary>Receives states of another node; a <see cref="NodeRequestHandler"/>.</summary>
    public ValueTask<byte[]> TakeAsync(string fromNode, byte kind, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        foreach (var (id, record) in AlarmStateBytes.Read(body.Span))
        {
            if (IsOfOneNode(id))
                continue;
            // Only what differs from it afterwards has to be sent.
            _known[id] = UserActions.From(record);
            if (_alarms.Conditions.Find(new NodeId(TagAddressSpace.NamespaceIndex, id)) is >= 0 and var condition)
                _alarms.Conditions.Merge(condition, record);
        }
        if (kind == First)
        {
            var all = All();
            lock (_others)
                _others.GetValueOrDefault(fromNode)?.Add(all);
        }
        return ValueTask.FromResult(Array.Empty<byte>());
    }

    public async ValueTask DisposeAsync()
    {
        _alarms.Conditions.Changed -= Note;
        await _stopping.CancelAsync();
        await _sending.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stopping.Dispose();
    }

    private void Note(int condition)
    {
        var view = _alarms.Conditions.Show(condition);
        if (view.Id.Identifier is not string id || IsOfOneNode(id))
            return;
        var now = UserActions.From(view.Record);
        UserActions? before = _known.TryGetValue(id, out var known) ? known : null;
        _known[id] = now;
        // All nodes see that an alarm comes and goes; the one that reads the PLC sees most.
        if (now == before || !now.HasMoreThan(known) && !_reads(id[..Math.Max(0, id.IndexOf('/'))]))
            return;
        lock (_others)
        {
            foreach (var unsent in _others.Values)
                unsent.Add([id]);
        }
    }

    // Certificates are each node's own.
    private static bool IsOfOneNode(string id) => id.StartsWith("_Status/", StringComparison.Ordinal);

    private string[] All() => [.. _alarms.Save().Keys.Where(static id => !IsOfOneNode(id))];

    private async Task RunAsync(CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(Pause, _time);
        while (await timer.WaitForNextTickAsync(cancellationToken))
        {
            Follow();
            KeyValuePair<string, UnsentAlarms>[] waiting;
            lock (_others)
                waiting =
                [
                    .. _others.Where(static other => other.Value is { IsSending: false } unsent && (unsent.Count > 0 || unsent.IsNew)),
                ];
            foreach (var (node, unsent) in waiting)
            {
                unsent.IsSending = true;
                _ = SendAsync(node, unsent, cancellationToken);
            }
        }
    }

    // A node that is new, or was away, gets all states.
    private void Follow()
    {
        var members = _node.View.Members;
        lock (_others)
        {
            if (
                members.Count(static member => !member.IsSelf) == _others.Count
                && members.All(member => member.IsSelf || _others.ContainsKey(member.Node))
            )
                return;
        }
        // Not within the lock, because whoever changes an alarm takes the locks in the other order.
        var all = All();
        lock (_others)
        {
            foreach (var gone in _others.Keys.Where(node => !members.Any(member => member.Node == node)).ToArray())
                _others.Remove(gone);
            foreach (var member in members)
            {
                if (member.IsSelf || _others.ContainsKey(member.Node))
                    continue;
                (_others[member.Node] = new UnsentAlarms()).Add(all);
            }
        }
    }

    private async Task SendAsync(string node, UnsentAlarms unsent, CancellationToken cancellationToken)
    {
        string[] ids;
        lock (_others)
            ids = unsent.Dequeue(MostAtOnce);
        try
        {
            await _node.AskAsync(node, unsent.IsNew ? First : Changed, AlarmStateBytes.Write(RecordsOf(ids)), cancellationToken);
            (unsent.IsNew, unsent.HasFailed) = (false, false);
        }
        catch (Exception e) when (e is ClusterCallException or OperationCanceledException)
        {
            lock (_others)
                unsent.Add(ids);
            if (!unsent.HasFailed && !cancellationToken.IsCancellationRequested)
                NotSent(_log, node, e.Message);
            unsent.HasFailed = true;
            await Task.Delay(AgainAfter, _time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        finally
        {
            unsent.IsSending = false;
        }
    }

    private Dictionary<string, ConditionRecord> RecordsOf(string[] ids)
    {
        var records = new Dictionary<string, ConditionRecord>(ids.Length);
        foreach (var id in ids)
        {
            if (
                _alarms.Conditions.Find(new NodeId(TagAddressSpace.NamespaceIndex, id)) is >= 0 and var condition
                && _alarms.Conditions.Save(condition) is { } record
            )
                records[id] = record;
        }
        return records;
    }

    [LoggerMessage(1148, LogLevel.Warning, "States of alarms could not be sent to node {Node}: {Reason} They are sent when it answers.")]
    private static partial void NotSent(ILogger logger, string node, string reason);
}
