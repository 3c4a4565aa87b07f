using System.Runtime.CompilerServices;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>One connection of classic S7.</summary>
internal sealed class S7Link(PlcContext context, LoadCeiling ceiling, S7Connection connection, Func<ushort[]> blocks) : PlcLink
{
    private readonly S7CpuStateJob _state = new(connection.PduSize);
    private readonly S7BlockLayoutJob _layout = new(connection.PduSize);
    private readonly S7WriteJob _heartbeat = new(connection.PduSize, 1);
    private readonly S7Writer _writer = new(context, ceiling, connection);
    private SendHold _hold;

    /// <summary>The connection itself, for diagnosis beside the session.</summary>
    public S7Connection Connection => connection;

    public override int PduSize => connection.PduSize;

    public override int MaxJobs => connection.MaxJobs;

    public override bool IsAlive => connection.IsAlive;

    public override Task Ended => connection.Ended;

    public override Exception? Failure => connection.Failure;

    public override bool WasUnanswered => connection.Failure is S7LinkException { Cause: S7LinkCause.TimedOut };

    public override LinkCounters Counters
    {
        get
        {
            var wire = connection.Counters;
            return new LinkCounters(wire.Waits, wire.WaitTime, wire.UnknownAnswers, wire.BytesSent, wire.BytesReceived);
        }
    }

    public override LinkPlanner Planner => S7ReadPlanner.For(context.Plc, connection.PduSize);

    public override async ValueTask GreetAsync(CancellationToken cancellationToken)
    {
        if (context.Plc.Password is { } password)
            await SessionPasswords.SendAsync(context, connection, password, cancellationToken).ConfigureAwait(false);
        if (context.Plc.LayoutEvery > TimeSpan.Zero)
            await BlockLayouts.CompareAsync(context.Layouts, connection, blocks(), cancellationToken).ConfigureAwait(false);
    }

    public override void HoldSends() => _hold = connection.Hold();

    public override void ReleaseSends() => _hold.Dispose();

    public override ValueTask StartRead(ScanPlan plan, int job, CancellationToken cancellationToken) =>
        connection.ReadAsync(((S7ScanPlan)plan).Jobs[job], cancellationToken);

    public override void TakeAnswer(ScanPlan plan, int job, ReadAnswer answer)
    {
        var read = ((S7ScanPlan)plan).Jobs[job];
        for (var i = 0; i < read.AnsweredItems; i++)
        {
            var status = read.StatusOf(i);
            if (status == S7ItemStatus.Ok)
                answer.Receive(i, read.DataOf(i));
            else
                answer.Refuse(i, S7Refusal.From(status));
        }
        if (read.AnsweredItems < read.Count)
            answer.Cut();
    }

    public override ValueTask<Refusal?> TryReadAsync(ScanPlan plan, int firstItem, int count, CancellationToken cancellationToken) =>
        TryReadAsync(((S7ScanPlan)plan).RangesOf(firstItem, count), cancellationToken);

    public override ValueTask<Refusal?> TryReadAsync(TagSlot slot, CancellationToken cancellationToken) =>
        TryReadAsync([slot.Range with { Length = Math.Min(slot.Range.Length, 2) }], cancellationToken);

    public override async ValueTask<ProbeAnswer> ProbeAsync(IReadOnlyList<TagSlot> slots, int most, CancellationToken cancellationToken)
    {
        var asked = new List<S7Range>();
        var fill = new RequestFill(connection.PduSize, Math.Min(most, 255));
        foreach (var slot in slots)
        {
            var range = EndOf(slot.Range);
            if (!fill.TryAdd(range.ByteLength))
                break;
            asked.Add(range);
        }
        var job = new S7ReadJob([.. asked]);
        try
        {
            ceiling.Charge();
            await connection.ReadAsync(job, cancellationToken).ConfigureAwait(false);
        }
        catch (S7RefusedException)
        {
            return new ProbeAnswer(asked.Count, null);
        }
        return new ProbeAnswer(
            asked.Count,
            [.. Enumerable.Range(0, job.AnsweredItems).Select(item => job.StatusOf(item) == S7ItemStatus.Ok)]
        );
    }

    public override async ValueTask<RangeAnswer[]> ReadRangesAsync(
        ReadOnlyMemory<S7Range> ranges,
        int most,
        CancellationToken cancellationToken
    )
    {
        var fill = new RequestFill(connection.PduSize, Math.Clamp(most, 1, 255));
        while (fill.Items < ranges.Length && fill.TryAdd(ranges.Span[fill.Items].ByteLength))
        {
            // Counts how many fit.
        }
        var job = new S7ReadJob(ranges.Span[..fill.Items]);
        try
        {
            ceiling.Charge();
            await connection.ReadAsync(job, cancellationToken).ConfigureAwait(false);
        }
        catch (S7RefusedException e)
        {
            // One of them may be at fault, so the first is asked for alone.
            return job.Count == 1
                ? [new RangeAnswer([], S7Refusal.From(e))]
                : await ReadRangesAsync(ranges[..1], 1, cancellationToken).ConfigureAwait(false);
        }
        var answers = new RangeAnswer[Math.Max(1, job.AnsweredItems)];
        for (var i = 0; i < answers.Length; i++)
            answers[i] = job.StatusOf(i) is var status and not S7ItemStatus.Ok
                ? new([], S7Refusal.From(status))
                : new(job.DataOf(i).ToArray(), null);
        return answers;
    }

    public override ValueTask WriteAsync(TagWriteRequest request, CancellationToken cancellationToken) =>
        _writer.WriteAsync(request, cancellationToken);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<Refusal?> WriteHeartbeatAsync(PlcHeartbeat heartbeat, bool isHigh, CancellationToken cancellationToken)
    {
        var address = heartbeat.Address;
        _heartbeat.Clear();
        _heartbeat.TryAdd(new S7Range(address.Area, address.Db, address.Offset, 2), [0, (byte)(isHigh ? 1 : 0)]);
        try
        {
            ceiling.Charge();
            await connection.WriteAsync(_heartbeat, cancellationToken).ConfigureAwait(false);
            return _heartbeat.StatusOf(0) == S7ItemStatus.Ok ? null : S7Refusal.From(_heartbeat.StatusOf(0));
        }
        catch (S7RefusedException e)
        {
            return S7Refusal.From(e);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<S7CpuState> AskCpuStateAsync(CancellationToken cancellationToken)
    {
        ceiling.Charge();
        await connection.AskAsync(_state, cancellationToken).ConfigureAwait(false);
        return _state.State;
    }

    public override ValueTask<CpuNameplate> AskNameplateAsync(CancellationToken cancellationToken) =>
        new S7NameplateReader(context, ceiling, connection).ReadAsync(cancellationToken);

    public override async ValueTask<ProgramMark?> AskProgramAsync(CancellationToken cancellationToken)
    {
        ceiling.Charge();
        return await connection.Diagnostics.ReadProgramChecksumAsync(cancellationToken).ConfigureAwait(false) is { } sum
            ? new ProgramMark(sum.Hardware, sum.Program)
            : null;
    }

    public override ValueTask<bool> CheckLayoutAsync(ushort block, CancellationToken cancellationToken)
    {
        ceiling.Charge();
        return BlockLayouts.CheckAsync(context.Layouts, connection, _layout, block, cancellationToken);
    }

    public override async Task<PeekAnswer> PeekAsync(
        TagMap wanted,
        int most,
        Func<CancellationToken, ValueTask<IDisposable?>> turn,
        CancellationToken cancellationToken
    )
    {
        var tags = wanted.Listed.Take(most).ToArray();
        var read = await new S7Peek(connection, wanted.Plcs[0], turn).ReadAsync(tags, cancellationToken).ConfigureAwait(false);
        return new PeekAnswer(read, wanted.Listed.Length - tags.Length);
    }

    public override CpuAlarmFeed? Alarms() =>
        context.Plc.Alarms is { } settings ? new S7AlarmFeed(context.Plc, settings, ceiling, connection) : null;

    public override Refusal? RefusalOf(Exception exception) => exception is S7RefusedException refused ? S7Refusal.From(refused) : null;

    public override ValueTask DisposeAsync() => connection.DisposeAsync();

    // The last bytes of a value: they are missing where a block is too short, and they fit into a PDU where the whole value does not.
    private static S7Range EndOf(S7Range range) => range.Length <= 32 ? range : range with { Start = range.End - 32, Length = 32 };

    private async ValueTask<Refusal?> TryReadAsync(S7Range[] ranges, CancellationToken cancellationToken)
    {
        try
        {
            ceiling.Charge();
            await connection.ReadAsync(new S7ReadJob(ranges), cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (S7RefusedException e)
        {
            return S7Refusal.From(e);
        }
    }
}
