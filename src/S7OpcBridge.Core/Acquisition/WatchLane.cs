using System.Runtime.CompilerServices;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>The slow lane of one connection: asks for the CPU's state every few seconds and toggles the heartbeat.</summary>
internal sealed class WatchLane(PlcSite site, SessionParts parts, S7Connection connection)
{
    private const int BlocksPerLook = 8;
    private static readonly TimeSpan FirstLook = TimeSpan.FromMilliseconds(250);

    private readonly S7CpuStateJob _question = new(connection.PduSize);
    private readonly S7BlockLayoutJob _layout = new(connection.PduSize);
    private readonly S7WriteJob _beat = new(connection.PduSize, 1);
    private int _block = -1;
    private bool _high;
    private bool _beatRefused;

    /// <summary>True once the lane ended because the CPU of a pair stands.</summary>
    public bool LeavesCpu { get; private set; }

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var alarm = new Alarm(site.Timers);
        using var stop = cancellationToken.UnsafeRegister(static alarm => ((Alarm)alarm!).Ring(), alarm);
        var askAt = site.Plc.CpuStateEvery > TimeSpan.Zero ? site.Time.Ticks() : long.MaxValue;
        var beatAt = site.Plc.Heartbeat is null ? long.MaxValue : site.Time.Ticks();
        var lookAt = site.Plc.LayoutEvery > TimeSpan.Zero ? site.Time.Ticks() : long.MaxValue;
        while (!cancellationToken.IsCancellationRequested)
        {
            if (site.Time.Ticks() >= lookAt)
                lookAt = await LookAtBlocksAsync(cancellationToken).ConfigureAwait(false) ? site.Time.Ticks() + LookAfter.Ticks : long.MaxValue;
            if (site.Time.Ticks() >= askAt)
                askAt = await AskStateAsync(cancellationToken).ConfigureAwait(false) ? site.Time.Ticks() + site.Plc.CpuStateEvery.Ticks : long.MaxValue;
            if (site.Time.Ticks() >= beatAt)
            {
                await BeatAsync(site.Plc.Heartbeat!, cancellationToken).ConfigureAwait(false);
                beatAt = Math.Max(beatAt, site.Time.Ticks() - site.Plc.Heartbeat!.Every.Ticks) + site.Plc.Heartbeat.Every.Ticks;
            }
            await alarm.WaitUntilAsync(Math.Min(lookAt, Math.Min(askAt, beatAt)), onTheSpot: true).ConfigureAwait(false);
        }
    }

    // What the blocks look like is remembered soon after the first values came.
    private TimeSpan LookAfter => site.Layouts.HasMemory || site.Plc.LayoutEvery < FirstLook ? site.Plc.LayoutEvery : FirstLook;

    // Nearly always settled without a look through all slots.
    private bool MayAsk(ushort block) =>
        (site.Layouts.Knows(block) || parts.HasRead(block, isGood: false))
        && (site.Layouts.MayAsk(block, isThere: false) || site.Layouts.MayAsk(block, parts.HasRead(block, isGood: true)));

    /// <summary>Looks at some blocks, in turn. False: the CPU does not tell, and is not asked again on this connection.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> LookAtBlocksAsync(CancellationToken cancellationToken)
    {
        try
        {
            var blocks = parts.Blocks;
            // The first look remembers all: later ones may take their time.
            var count = site.Layouts.HasMemory ? Math.Min(blocks.Length, BlocksPerLook) : blocks.Length;
            for (var i = 0; i < count; i++)
            {
                _block = (_block + 1) % blocks.Length;
                var block = blocks[_block];
                if (!MayAsk(block))
                    continue;
                parts.Ceiling.Charge();
                if (await site.Layouts.CheckAsync(connection, _layout, block, cancellationToken).ConfigureAwait(false))
                    site.Alarm.Ring();
            }
            return true;
        }
        catch (S7RefusedException e)
        {
            PlcLog.LayoutsSilent(site.Log, site.Plc.Name, e.Message);
            return false;
        }
    }

    /// <summary>False: the CPU does not tell, and is not asked again on this connection.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> AskStateAsync(CancellationToken cancellationToken)
    {
        try
        {
            parts.Ceiling.Charge();
            await connection.AskAsync(_question, cancellationToken).ConfigureAwait(false);
            Tell(_question.State);
            return true;
        }
        catch (S7RefusedException e)
        {
            PlcLog.CpuSilent(site.Log, site.Plc.Name, e.Message);
            Tell(S7CpuState.Unknown);
            return false;
        }
    }

    private void Tell(S7CpuState state)
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
        if (words != site.Board.Status.CpuState)
        {
            if (words != "")
                PlcLog.CpuState(site.Log, site.Plc.Name, words);
            site.Board.CpuState(words);
        }
        if (site.Plc.StopIsUncertain && parts.Hosts.IsToLeave(stopped, site.Time.Ticks()))
        {
            LeavesCpu = true;
            throw new S7LinkException($"The CPU is in {words}, so the other one of the pair is tried, {parts.Hosts.Preferred}.");
        }
        if (parts.Cpu.IsStopped == stopped)
            return;
        parts.Cpu.IsStopped = stopped;
        site.Alarm.Ring();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask BeatAsync(PlcHeartbeat heartbeat, CancellationToken cancellationToken)
    {
        _high = !_high;
        _beat.Clear();
        var (area, db, offset) = (heartbeat.Address.Area, heartbeat.Address.Db, heartbeat.Address.Offset);
        _beat.TryAdd(new S7Range(area, db, offset, 2), [0, (byte)(_high ? 1 : 0)]);
        Refusal? refusal;
        try
        {
            parts.Ceiling.Charge();
            await connection.WriteAsync(_beat, cancellationToken).ConfigureAwait(false);
            refusal = _beat.StatusOf(0) == S7ItemStatus.Ok ? null : Refusal.Of(_beat.StatusOf(0));
        }
        catch (S7RefusedException e)
        {
            refusal = Refusal.Of(e);
        }
        if (refusal is { } why && !_beatRefused)
        {
            var reason = why.Words(heartbeat.Address);
            site.Board.Error($"{site.Plc.Name}: the heartbeat can't be written to {heartbeat.Address}: {reason}.");
            PlcLog.HeartbeatRefused(site.Log, site.Plc.Name, heartbeat.Address.ToString(), reason);
        }
        _beatRefused = refusal is not null;
    }
}
