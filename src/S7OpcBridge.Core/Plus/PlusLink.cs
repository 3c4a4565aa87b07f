using System.Runtime.CompilerServices;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>One connection of S7CommPlus.</summary>
internal sealed class PlusLink : PlcLink
{
    private readonly PlcContext _context;
    private readonly LoadCeiling _ceiling;
    private readonly S7PlusConnection _connection;
    private readonly ProgramWatch _program;
    private readonly PlusFeeds _feeds;
    private readonly PlusTagWriter _writer;
    private readonly S7PlusOperatingStateJob _state = new();

    public PlusLink(PlcContext context, LoadCeiling ceiling, S7PlusConnection connection)
    {
        (_context, _ceiling, _connection) = (context, ceiling, connection);
        _program = new ProgramWatch(context, ceiling, connection);
        _feeds = new PlusFeeds(context, connection);
        _writer = new PlusTagWriter(context, ceiling, connection, _program, _feeds.Wrote);
    }

    public override int PduSize => _connection.Limits.RequestBytes;

    public override int MaxJobs => Math.Clamp(_context.Plc.Connection.MaxJobs, 1, 16);

    public override bool IsAlive => _connection.IsAlive;

    public override Task Ended => _connection.Ended;

    public override Exception? Failure => _connection.Failure;

    public override bool WasUnanswered => _connection.Failure is S7PlusLinkException { Cause: S7PlusLinkCause.TimedOut };

    public override LinkCounters Counters
    {
        get
        {
            var wire = _connection.Counters;
            return new LinkCounters(0, TimeSpan.Zero, wire.Unknown, wire.BytesSent, wire.BytesReceived);
        }
    }

    public override LinkPlanner Planner =>
        new PlusReadPlanner(_context, _program.Symbols, _connection, _ceiling, Math.Min(_context.Plc.MaxItems, 255));

    public override async ValueTask GreetAsync(CancellationToken cancellationToken)
    {
        _context.StatusStore.S7Plus(
            _connection,
            static (status, connection) =>
                status with
                {
                    Cpu = connection.Cpu,
                    Security = connection.Security,
                    Thumbprint = connection.Certificate.Thumbprint,
                    CertificateEnds = connection.Certificate.NotAfter,
                    Subscriptions = 0,
                }
        );
        await _program.BeginAsync(cancellationToken).ConfigureAwait(false);
    }

    public override void HoldSends()
    {
        // Each request is a TLS record of its own.
    }

    public override void ReleaseSends() { }

    public override void PlansChanged(ReadOnlySpan<ScanPlan> plans) => _feeds.Keep(plans);

    public override ValueTask StartRead(ScanPlan plan, int job, CancellationToken cancellationToken)
    {
        var mine = (PlusScanPlan)plan;
        if (mine.IsFeed(job))
            return mine.Feed!.HasBegun ? mine.Feed.RefreshAsync(cancellationToken) : _feeds.BeginAsync(mine.Feed, cancellationToken);
        return mine.IsLocal(job) ? ValueTask.CompletedTask : _connection.ReadAsync(mine.Jobs[job], cancellationToken);
    }

    public override void TakeAnswer(ScanPlan plan, int job, ReadAnswer answer)
    {
        var mine = (PlusScanPlan)plan;
        if (mine.IsFeed(job))
        {
            TakePushed(mine, answer);
            return;
        }
        if (mine.IsLocal(job))
        {
            for (var i = 0; i < mine.Refusals.Length; i++)
                answer.Refuse(i, mine.Refusals[i]);
            return;
        }
        var read = mine.Jobs[job];
        for (var i = 0; i < read.Count; i++)
        {
            var status = read.StatusOf(i);
            if (status == S7PlusItemStatus.Ok)
                answer.Receive(i, read.DataOf(i));
            else if (!_program.IsAboutToFollow(mine.Symbols, read.ItemOf(i).Address, status))
                answer.Refuse(i, PlusRefusal.From(status));
        }
    }

    private void TakePushed(PlusScanPlan plan, ReadAnswer answer)
    {
        if (plan.Feed!.HandOver(answer, _program))
            _context.Replan();
    }

    public override ValueTask<Refusal?> TryReadAsync(ScanPlan plan, int firstItem, int count, CancellationToken cancellationToken)
    {
        var mine = (PlusScanPlan)plan;
        return TryReadAsync(mine.Asked.AsMemory(firstItem, Math.Min(count, mine.Asked.Length - firstItem)), cancellationToken);
    }

    public override ValueTask<Refusal?> TryReadAsync(TagSlot slot, CancellationToken cancellationToken) =>
        _program.Symbols.TryFind(_context.Map.Tags[slot.Tag], out var item, out var refusal)
            ? TryReadAsync(new[] { item }, cancellationToken)
            : ValueTask.FromResult<Refusal?>(refusal);

    public override async ValueTask<ProbeAnswer> ProbeAsync(IReadOnlyList<TagSlot> slots, int most, CancellationToken cancellationToken)
    {
        var count = Math.Min(Math.Min(slots.Count, most), _connection.Limits.ItemsPerRead);
        var (items, places) = (new List<S7PlusItem>(), new List<int>());
        for (var i = 0; i < count; i++)
        {
            if (!_program.Symbols.TryFind(_context.Map.Tags[slots[i].Tag], out var item, out _))
                continue;
            items.Add(item);
            places.Add(i);
        }
        var readable = new bool[count];
        if (items.Count == 0)
            return new ProbeAnswer(count, readable);
        var job = new S7PlusReadJob([.. items]);
        try
        {
            _ceiling.Charge();
            await _connection.ReadAsync(job, cancellationToken).ConfigureAwait(false);
        }
        catch (S7PlusRefusedException)
        {
            return new ProbeAnswer(count, null);
        }
        for (var i = 0; i < places.Count; i++)
            readable[places[i]] = job.StatusOf(i) == S7PlusItemStatus.Ok;
        return new ProbeAnswer(count, readable);
    }

    public override async ValueTask<RangeAnswer[]> ReadRangesAsync(
        ReadOnlyMemory<S7Range> ranges,
        int most,
        CancellationToken cancellationToken
    )
    {
        var items = new S7PlusItem[Math.Clamp(most, 1, Math.Min(ranges.Length, _connection.Limits.ItemsPerRead))];
        for (var i = 0; i < items.Length; i++)
            items[i] = PlusSymbols.ItemOf(ranges.Span[i]);
        var job = new S7PlusReadJob(items);
        try
        {
            _ceiling.Charge();
            await _connection.ReadAsync(job, cancellationToken).ConfigureAwait(false);
        }
        catch (S7PlusRefusedException e)
        {
            return job.Count == 1
                ? [new RangeAnswer([], PlusRefusal.From(e))]
                : await ReadRangesAsync(ranges[..1], 1, cancellationToken).ConfigureAwait(false);
        }
        var answers = new RangeAnswer[items.Length];
        for (var i = 0; i < answers.Length; i++)
        {
            var status = job.StatusOf(i);
            answers[i] = status == S7PlusItemStatus.Ok ? new(job.DataOf(i).ToArray(), null) : new([], PlusRefusal.From(status));
        }
        return answers;
    }

    public override ValueTask WriteAsync(TagWriteRequest request, CancellationToken cancellationToken) =>
        _writer.WriteAsync(request, cancellationToken);

    public override async ValueTask<Refusal?> WriteHeartbeatAsync(PlcHeartbeat heartbeat, bool isHigh, CancellationToken cancellationToken)
    {
        if (!_program.Symbols.TryFind(heartbeat, out var item, out var refusal))
            return refusal;
        var job = new S7PlusWriteJob([item]);
        var bytes = new byte[item.Shape.ByteLength];
        bytes[^1] = (byte)(isHigh ? 1 : 0);
        job.SetData(0, bytes);
        try
        {
            _ceiling.Charge();
            await _connection.WriteAsync(job, cancellationToken).ConfigureAwait(false);
            return job.StatusOf(0) == S7PlusItemStatus.Ok || _program.IsAboutToFollow(_program.Symbols, item.Address, job.StatusOf(0))
                ? null
                : PlusRefusal.From(job.StatusOf(0));
        }
        catch (S7PlusRefusedException e)
        {
            return PlusRefusal.From(e);
        }
    }

    // The CPU has told it with the session.
    public override ValueTask<CpuNameplate> AskNameplateAsync(CancellationToken cancellationToken) =>
        ValueTask.FromResult(CpuNameplate.FromSession(_connection.Cpu));

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<S7CpuState> AskCpuStateAsync(CancellationToken cancellationToken)
    {
        var isTold = await TryAskStateAsync(cancellationToken).ConfigureAwait(false);
        if (!isTold && _state.TryAskForAll())
            isTold = await TryAskStateAsync(cancellationToken).ConfigureAwait(false);
        if (!isTold)
            throw new S7PlusRefusedException("its execution unit has no attribute 2237", default);
        return _state.State switch
        {
            S7PlusOperatingState.Run => S7CpuState.Run,
            S7PlusOperatingState.Stop => S7CpuState.Stop,
            _ => S7CpuState.Unknown,
        };
    }

    public override ValueTask<bool> CheckLayoutAsync(ushort block, CancellationToken cancellationToken) => ValueTask.FromResult(false);

    public override Task<PeekAnswer> PeekAsync(
        TagMap wanted,
        int most,
        Func<CancellationToken, ValueTask<IDisposable?>> turn,
        CancellationToken cancellationToken
    ) => new PlusPeek(_connection, _program.Symbols.Program, turn).ReadAsync(wanted, most, cancellationToken);

    public override CpuAlarmFeed? Alarms() =>
        _context.Plc.Alarms is { } settings ? new PlusAlarmFeed(settings, _ceiling, _connection, () => _program.Symbols.Program) : null;

    public override Refusal? RefusalOf(Exception exception) =>
        exception is S7PlusRefusedException refused ? PlusRefusal.From(refused) : null;

    public override async ValueTask DisposeAsync()
    {
        await _program.DisposeAsync().ConfigureAwait(false);
        await _connection.DisposeAsync().ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> TryAskStateAsync(CancellationToken cancellationToken)
    {
        try
        {
            _ceiling.Charge();
            await _connection.AskAsync(_state, cancellationToken).ConfigureAwait(false);
            return _state.IsTold;
        }
        catch (S7PlusRefusedException)
        {
            return false;
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<Refusal?> TryReadAsync(ReadOnlyMemory<S7PlusItem> items, CancellationToken cancellationToken)
    {
        try
        {
            _ceiling.Charge();
            await _connection.ReadAsync(new S7PlusReadJob(items.Span), cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (S7PlusRefusedException e)
        {
            return PlusRefusal.From(e);
        }
    }
}
