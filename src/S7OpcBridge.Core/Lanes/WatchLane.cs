using System.Runtime.CompilerServices;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.SessionState;
using S7OpcBridge.Core.Timing;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Lanes;

/// <summary>The slow lane of one connection: queries the CPU's state every few seconds, checks block layouts and toggles the heartbeat.</summary>
internal sealed class WatchLane(PlcContext context, SessionParts parts, PlcLink link)
{
    private const int BlocksPerLook = 8;
    private const int NothingTold = -1;
    private static readonly TimeSpan FirstLook = TimeSpan.FromMilliseconds(250),
        WhereTold = TimeSpan.FromSeconds(30),
        ChecksumEvery = TimeSpan.FromSeconds(10);

    private readonly AsyncWakeup _wakeup = new(context.Timers);
    private ProgramMark? _program;
    private int _told = NothingTold;
    private bool _tellsMode;

    private int _block = -1;
    private bool _high,
        _hasNameplate;
    private bool _beatRefused;

    /// <summary>True once the lane has ended because this CPU of a pair is in STOP.</summary>
    public bool LeavesCpu { get; private set; }

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var wakeup = _wakeup;
        using var stop = cancellationToken.UnsafeRegister(static wakeup => ((AsyncWakeup)wakeup!).Wake(), wakeup);
        var askAt = context.Plc.CpuStateEvery > TimeSpan.Zero ? context.Time.Ticks() : long.MaxValue;
        var beatAt = context.Plc.Heartbeat is null ? long.MaxValue : context.Time.Ticks();
        var lookAt = context.Plc.LayoutEvery > TimeSpan.Zero ? context.Time.Ticks() : long.MaxValue;
        var programAt = context.Plc is { Alarms: not null, IsS7Plus: false } ? context.Time.Ticks() : long.MaxValue;
        while (!cancellationToken.IsCancellationRequested)
        {
            context.ThrowIfFenced();
            if (context.Time.Ticks() >= lookAt)
                lookAt = await LookAtBlocksAsync(cancellationToken).ConfigureAwait(false)
                    ? context.Time.Ticks() + LookAfter.Ticks
                    : long.MaxValue;
            if (context.Time.Ticks() >= askAt)
                askAt = await AskStateAsync(cancellationToken).ConfigureAwait(false)
                    ? context.Time.Ticks() + (Volatile.Read(ref _tellsMode) ? WhereTold : context.Plc.CpuStateEvery).Ticks
                    : long.MaxValue;
            if (!_hasNameplate)
                await AskNameplateAsync(cancellationToken).ConfigureAwait(false);
            if (Interlocked.Exchange(ref _told, NothingTold) is not NothingTold and var told)
                Report((S7CpuState)told);
            if (context.Time.Ticks() >= programAt)
                programAt = await LookAtProgramAsync(cancellationToken).ConfigureAwait(false)
                    ? context.Time.Ticks() + ChecksumEvery.Ticks
                    : long.MaxValue;
            if (context.Time.Ticks() >= beatAt)
            {
                await BeatAsync(context.Plc.Heartbeat!, cancellationToken).ConfigureAwait(false);
                beatAt = Math.Max(beatAt, context.Time.Ticks() - context.Plc.Heartbeat!.Every.Ticks) + context.Plc.Heartbeat.Every.Ticks;
            }
            await wakeup
                .WaitUntilAsync(Math.Min(Math.Min(lookAt, programAt), Math.Min(askAt, beatAt)), onTheSpot: true)
                .ConfigureAwait(false);
        }
    }

    /// <summary>Is told the mode by the CPU itself, so that it need not be asked for it as often. Any thread.</summary>
    /// <param name="state">The mode; Unknown: the CPU tells it from now on; null: no longer.</param>
    public void Tell(S7CpuState? state)
    {
        Volatile.Write(ref _tellsMode, state is not null);
        if (state is not { } mode || mode == S7CpuState.Unknown)
            return;
        Interlocked.Exchange(ref _told, (int)mode);
        _wakeup.Wake();
    }

    private async ValueTask AskNameplateAsync(CancellationToken cancellationToken)
    {
        _hasNameplate = true;
        context.StatusStore.Nameplate(await link.AskNameplateAsync(cancellationToken).ConfigureAwait(false));
    }

    /// <summary>Compares the checksums of the program. Returns false where the CPU has none; it is not asked again on this connection.</summary>
    private async ValueTask<bool> LookAtProgramAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (await link.AskProgramAsync(cancellationToken).ConfigureAwait(false) is not { } now)
                return false;
            if (_program is { } before && before != now)
            {
                var what =
                    before.Hardware == now.Hardware ? "the blocks"
                    : before.Program == now.Program ? "the hardware configuration"
                    : "blocks and hardware configuration";
                var sentence = $"{context.Plc.Name}: the program in the CPU was changed: {what}.";
                PlcLog.ProgramChanged(context.Log, sentence);
                context.StatusStore.ProgramChanged(sentence);
            }
            _program = now;
            return true;
        }
        catch (Exception e) when (link.RefusalOf(e) is not null)
        {
            return false;
        }
    }

    // Block layouts are first recorded shortly after the first values were read.
    private TimeSpan LookAfter => context.Layouts.HasMemory || context.Plc.LayoutEvery < FirstLook ? context.Plc.LayoutEvery : FirstLook;

    // Usually decided without a search through all slots.
    private bool MayAsk(ushort block) =>
        (context.Layouts.Knows(block) || parts.HasRead(block, isGood: false))
        && (context.Layouts.MayAsk(block, isThere: false) || context.Layouts.MayAsk(block, parts.HasRead(block, isGood: true)));

    /// <summary>Checks some blocks, in turn. Returns false where the CPU does not support the query; it is not repeated on this connection.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> LookAtBlocksAsync(CancellationToken cancellationToken)
    {
        try
        {
            var blocks = parts.Blocks;
            // The first pass records all blocks; later passes check a few at a time.
            var count = context.Layouts.HasMemory ? Math.Min(blocks.Length, BlocksPerLook) : blocks.Length;
            for (var i = 0; i < count; i++)
            {
                _block = (_block + 1) % blocks.Length;
                var block = blocks[_block];
                if (!MayAsk(block))
                    continue;
                if (await link.CheckLayoutAsync(block, cancellationToken).ConfigureAwait(false))
                    context.Wakeup.Wake();
            }
            return true;
        }
        catch (Exception e) when (link.RefusalOf(e) is not null)
        {
            PlcLog.LayoutsSilent(context.Log, context.Plc.Name, e.Message);
            return false;
        }
    }

    /// <summary>Returns false where the CPU does not report its state; the query is not repeated on this connection.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> AskStateAsync(CancellationToken cancellationToken)
    {
        try
        {
            Report(await link.AskCpuStateAsync(cancellationToken).ConfigureAwait(false));
            return true;
        }
        catch (Exception e) when (link.RefusalOf(e) is not null)
        {
            PlcLog.CpuSilent(context.Log, context.Plc.Name, e.Message);
            Report(S7CpuState.Unknown);
            return false;
        }
    }

    private void Report(S7CpuState state)
    {
        var words = state switch
        {
            S7CpuState.Unknown => "",
            S7CpuState.Stop => "STOP",
            S7CpuState.StartUp => "STARTUP",
            S7CpuState.Run => "RUN",
            S7CpuState.Hold => "HOLD",
            _ => "DEFECT",
        };
        var stopped = state is S7CpuState.Stop or S7CpuState.Hold or S7CpuState.Defect;
        if (words != context.StatusStore.Status.CpuState)
        {
            if (words != "")
                PlcLog.CpuState(context.Log, context.Plc.Name, words);
            context.StatusStore.CpuState(words);
        }
        if (context.Plc.StopIsUncertain && parts.Protocol.IsToLeave(stopped, context.Time.Ticks()))
        {
            LeavesCpu = true;
            throw parts.Protocol.LeavingCpu($"The CPU is in {words}; the other CPU of the pair is tried, {parts.Protocol.Host}.");
        }
        if (parts.Cpu.IsStopped == stopped)
            return;
        parts.Cpu.IsStopped = stopped;
        context.Wakeup.Wake();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask BeatAsync(PlcHeartbeat heartbeat, CancellationToken cancellationToken)
    {
        _high = !_high;
        var refusal = await link.WriteHeartbeatAsync(heartbeat, _high, cancellationToken).ConfigureAwait(false);
        if (refusal is { } why && !_beatRefused)
        {
            var reason = why.Words(heartbeat.Address);
            context.StatusStore.Error($"{context.Plc.Name}: the heartbeat can't be written to {heartbeat}: {reason}.");
            PlcLog.HeartbeatRefused(context.Log, context.Plc.Name, heartbeat.ToString(), reason);
        }
        _beatRefused = refusal is not null;
    }
}
