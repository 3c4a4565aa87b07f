using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Forwarding;

/// <summary>
/// Sends one node the values of this node's PLCs. One batch is on its way at a time and awaited, so a slow or frozen node holds up only its own backlog, which
/// has one entry per tag.
/// </summary>
internal sealed class PeerLink(string node, Sending sending, NodeLinkState state, ILogger log) : IDisposable
{
    private const int EnoughValues = 1000,
        MostValues = 8192;
    private static readonly TimeSpan Collect = TimeSpan.FromMilliseconds(20),
        Idle = TimeSpan.FromMilliseconds(250),
        Retry = TimeSpan.FromMilliseconds(200),
        Told = TimeSpan.FromSeconds(5),
        Heartbeat = TimeSpan.FromSeconds(1);

    private readonly UnsentTags _backlog = new();
    private readonly AsyncSignal _signal = new(sending.Time);
    private readonly List<PlcShare> _taken = [];
    private readonly List<CpuNameplate?> _nameplates = [];
    private readonly ConcurrentDictionary<int, long> _statusSent = [];
    private readonly Dictionary<string, CpuSymbols> _symbolsSent = new(StringComparer.Ordinal);
    private WireWriter _to = new();
    private ulong _memory;
    private long _sequence = sending.NextSequence(),
        _demandSent,
        _lastSent;
    private List<TaskCompletionSource> _flushes = [];
    private readonly Lock _gate = new();

    public string Node => node;

    public LinkFigures Figures => state.Figures(node, _backlog.Count, _backlog.Joined);

    /// <summary>Marks the tags of a published batch. The thread that publishes; quick.</summary>
    public void Mark(int plc, int group, ReadOnlySpan<TagSample> samples)
    {
        var (before, now) = (_backlog.Count, _backlog.Mark(plc, group, samples));
        if (!state.IsBusy || (before < EnoughValues && now >= EnoughValues))
            _signal.Set();
    }

    /// <summary>Sends all values of a PLC, for example to a node that has just come.</summary>
    public void MarkAll(PlcTagList list)
    {
        _backlog.Mark(list.Plc, list.Ids, list.Groups);
        _statusSent.TryRemove(list.Plc, out _);
        _signal.Set();
    }

    /// <summary>Tells the node the status of a PLC and that this node still has it.</summary>
    public void Touch(int plc) => _backlog.Mark(plc, [], []);

    /// <summary>This node no longer has a PLC.</summary>
    public void Drop(int plc) => _backlog.Drop(plc);

    /// <summary>The map of this node has changed: what differs is found again.</summary>
    public void Forget() => state.Forget();

    /// <summary>Wakes the loop.</summary>
    public void Wake() => _signal.Set();

    /// <summary>Completes when the node has confirmed everything that waits now.</summary>
    public Task FlushAsync(CancellationToken cancellationToken)
    {
        var flush = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_gate)
            _flushes.Add(flush);
        _signal.Set();
        return flush.Task.WaitAsync(cancellationToken);
    }

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            try
            {
                await SendAllAsync(cancellationToken).ConfigureAwait(false);
                state.IsBusy = false;
                if (_backlog.Any)
                    continue;
                await _signal.WaitAsync(Idle).ConfigureAwait(false);
                state.IsBusy = true;
                // Without waiting, each cycle of each class would be a message of its own.
                if (_backlog.Count < EnoughValues && !IsFlushAsked)
                    await _signal.WaitAsync(Collect).ConfigureAwait(false);
            }
            catch (Exception e) when (e is not OperationCanceledException || !cancellationToken.IsCancellationRequested)
            {
                if (state.Failed(e.Message, Told))
                    ForwardingLog.Failing(log, node, e.Message, _backlog.Count);
                await Task.Delay(Retry, sending.Time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
        foreach (var flush in TakeFlushes())
            flush.TrySetCanceled(cancellationToken);
    }

    public void Dispose() => _signal.Dispose();

    private bool IsFlushAsked
    {
        get
        {
            lock (_gate)
                return _flushes.Count > 0;
        }
    }

    private async Task SendAllAsync(CancellationToken cancellationToken)
    {
        await SendDemandAsync(cancellationToken).ConfigureAwait(false);
        await SendSymbolsAsync(cancellationToken).ConfigureAwait(false);
        var flushes = TakeFlushes();
        try
        {
            do await SendAsync(cancellationToken).ConfigureAwait(false);
            while (_backlog.Count >= EnoughValues || (flushes.Count > 0 && _backlog.Any));
            foreach (var flush in flushes)
                flush.TrySetResult();
        }
        catch
        {
            lock (_gate)
                _flushes.AddRange(flushes);
            throw;
        }
    }

    private async Task SendAsync(CancellationToken cancellationToken)
    {
        _backlog.Dequeue(_taken, MostValues);
        // The answer to an empty batch tells whether the node is still the same process.
        if (_taken.Count == 0 && _lastSent != 0 && sending.Time.GetElapsedTime(_lastSent) < Heartbeat)
            return;
        _lastSent = sending.Time.GetTimestamp();
        try
        {
            var values = Write();
            state.Sent();
            var answer = BatchAnswer.Read(
                await sending.AskAsync(node, MessageKind.Batch, _to.Written, cancellationToken).ConfigureAwait(false)
            );
            if (state.Answered(values, _to.Length))
                ForwardingLog.Works(log, node);
            if (_memory != answer.Memory)
                Begin(answer.Memory);
            foreach (var (plc, note, tenure) in answer.Notes)
                await FollowAsync(plc, note, tenure, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            // The message may still be on its way: its bytes must not change.
            _to = new WireWriter();
            foreach (var share in _taken)
                _statusSent.TryRemove(share.Plc, out _);
            _backlog.PutBack(_taken);
            throw;
        }
        finally
        {
            _taken.Clear();
        }
    }

    /// <summary>Writes the batch; returns the number of values.</summary>
    private int Write()
    {
        var (tags, values, plcs) = (sending.Tags(), 0, 0);
        var now = sending.Time.GetUtcNow().UtcTicks;
        _to.Clear();
        _nameplates.Clear();
        var countAt = new BatchHead(sending.Instance, ++_sequence, sending.View(), now, 0).Write(_to);
        foreach (var share in _taken)
        {
            if (tags.ForPlc(share.Plc) is not { } list || sending.TenureOf(list.Name) is not (> 0 and var tenure))
                continue;
            var status = NewStatusOf(share.Plc);
            new PlcHead(list.Name, list.Hash, tenure, status).Write(_to);
            if (status is not null)
                _nameplates.Add(status.Nameplate);
            BatchWriter.Write(_to, share, list, tags, now, sending.ConfirmedOf, sending.Read);
            values += share.Count;
            plcs++;
        }
        _to.SetCount(countAt, plcs);
        if (_nameplates.Count > 0)
            NameplateWire.Write(_to, _nameplates);
        return values;
    }

    private PlcStatus? NewStatusOf(int plc)
    {
        var status = sending.StatusOf(plc);
        if (_statusSent.TryGetValue(plc, out var sent) && sent == status.Version)
            return null;
        _statusSent[plc] = status.Version;
        return status;
    }

    /// <summary>Another process than before answers under the name, or this node was no member in its view meanwhile: it knows nothing.</summary>
    private void Begin(ulong memory)
    {
        _memory = memory;
        _demandSent = 0;
        _statusSent.Clear();
        _symbolsSent.Clear();
        state.Forget();
        foreach (var list in sending.Tags().Plcs)
        {
            if (sending.TenureOf(list.Name) > 0)
                MarkAll(list);
        }
    }

    private async Task FollowAsync(string plc, BatchNote note, long tenure, CancellationToken cancellationToken)
    {
        if (note == BatchNote.Outdated)
            sending.Overtaken(plc, tenure);
        else if (note == BatchNote.UnknownPlc && state.Unknown(plc))
            ForwardingLog.UnknownThere(log, node, plc);
        if (note is not (BatchNote.SendAll or BatchNote.SendTagList) || sending.Tags().Find(plc) is not { } list)
            return;
        if (note == BatchNote.SendAll)
            sending.AskedAll(node, list.Plc);
        if (note == BatchNote.SendTagList)
        {
            if (state.Differs(plc))
                ForwardingLog.MapsDiffer(log, node, plc);
            var to = new WireWriter();
            to.Byte(MessageKind.Version);
            to.Text(plc);
            list.Write(to, sending.Tags().Map);
            await sending.AskAsync(node, MessageKind.TagList, to.Written, cancellationToken).ConfigureAwait(false);
        }
        MarkAll(list);
    }

    private async Task SendDemandAsync(CancellationToken cancellationToken)
    {
        var version = sending.Demands.Version;
        if (_demandSent == version)
            return;
        var to = new WireWriter();
        sending.Demands.Write(to, sending.Tags().Map);
        await sending.AskAsync(node, MessageKind.Demand, to.Written, cancellationToken).ConfigureAwait(false);
        _demandSent = version;
    }

    // A node without a connection to the CPU knows its types and tags from the one that has it.
    private async Task SendSymbolsAsync(CancellationToken cancellationToken)
    {
        var tags = sending.Tags();
        if (tags.Map.Symbols.IsEmpty)
            return;
        foreach (var list in tags.Plcs)
        {
            if (
                sending.TenureOf(list.Name) == 0
                || sending.SymbolsOf(list.Name) is not { } symbols
                || ReferenceEquals(symbols, _symbolsSent.GetValueOrDefault(list.Name))
            )
                continue;
            var to = new WireWriter();
            to.Byte(MessageKind.Version);
            to.Text(list.Name);
            to.Bytes(Acquisition.BytesOf(symbols));
            await sending.AskAsync(node, MessageKind.Symbols, to.Written, cancellationToken).ConfigureAwait(false);
            _symbolsSent[list.Name] = symbols;
        }
    }

    private List<TaskCompletionSource> TakeFlushes()
    {
        lock (_gate)
        {
            var flushes = _flushes;
            _flushes = [];
            return flushes;
        }
    }
}
