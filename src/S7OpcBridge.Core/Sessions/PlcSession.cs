using S7OpcBridge.Core.ClassicS7;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Lanes;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.Core.SessionState;
using S7OpcBridge.Core.Timing;
using S7OpcBridge.Core.Writing;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Sessions;

/// <summary>
/// Serves one PLC: connects, runs the lanes (read, write, watch, alarms) until the link ends, sets the quality of every tag, waits, and repeats. One connection
/// at a time.
/// </summary>
internal sealed partial class PlcSession
{
    private readonly PlcContext _context;
    private readonly CodecCache _codecs;
    private readonly SessionParts _parts;
    private readonly PlcStatusBuilder _status;
    private readonly ReconnectBackoff _backoff;
    private readonly SemaphoreSlim _adopting = new(1);
    private CancellationToken _stopping;
    private CancellationTokenSource? _link;
    private PlcLink? _open;
    private long _releasedUntil;
    private long _staleAt = long.MaxValue;
    private bool _wasConnected;

    public PlcSession(PlcContext context, ILookup<int, Tag> tagsByGroup)
    {
        _context = context;
        _codecs = new CodecCache(context.Plc);
        _parts = new SessionParts(context, tagsByGroup, _codecs);
        _status = new PlcStatusBuilder(context, _parts);
        _backoff = new ReconnectBackoff(context.Plc.ReconnectFirst, context.Plc.ReconnectMax, context.Jitter);
        Gate = new WriteGate(context, _codecs);
        context.Replan = () => _ = ReplanAsync();
        if (_parts.Alarms is not null)
            context.StatusStore.Alarms(refusal: null);
    }

    /// <summary>The PLC that it serves. Any thread.</summary>
    public PlcDefinition Plc => _context.Plc;

    /// <summary>Any thread.</summary>
    public WriteGate Gate { get; }

    /// <summary>Any thread.</summary>
    public WriteQueue Writes => _parts.Writes;

    /// <summary>The counters of writes. Any thread.</summary>
    public WriteCounters Written { get; private set; } = new();

    /// <summary>True: a requested cycle can run now. Any thread.</summary>
    public bool CanRead => _context.StatusStore.Status is { Connected: true, RefusesAll: false };

    /// <summary>The open connection; null while there is none, or where the PLC is reached by another protocol. Any thread.</summary>
    public S7Connection? Connection => Volatile.Read(ref _open) is S7Link { IsAlive: true } link ? link.Connection : null;

    /// <summary>Bytes sent and received on the open connection. Any thread.</summary>
    public (long Sent, long Received) Bytes =>
        Volatile.Read(ref _open)?.Counters is { } wire ? (wire.BytesSent, wire.BytesReceived) : default;

    /// <summary>Admits jobs from outside the session to the connection. Any thread.</summary>
    public ExternalJobGate ExternalJobs => _parts.ExternalJobs;

    /// <summary>A snapshot; the same object as before where nothing has changed. Any thread.</summary>
    public PlcStatus Status => _status.Status(Volatile.Read(ref _open)?.Counters ?? default);

    /// <summary>The running class of a scan group of this PLC; null: it was removed. Members that any thread may use say so.</summary>
    public ScanClass? ClassOf(int scanGroup) => Array.Find(_parts.Classes, scan => scan.Group.Index == scanGroup);

    /// <summary>Adopts a map in which the tags of this PLC are unchanged. Any thread.</summary>
    public void Adopt(PlcDefinition plc, TagMap map)
    {
        _context.Newest = map;
        _context.Adopt(plc, map);
    }

    /// <summary>Accepts the present layouts of the data blocks. Any thread.</summary>
    public void TrustLayouts()
    {
        _context.Layouts.Forget();
        _context.Wakeup.Wake();
    }

    /// <summary>Restores the intervals of the map. Any thread.</summary>
    public void RestorePace()
    {
        _context.Pace.AskRestore();
        _context.Wakeup.Wake();
    }

    /// <summary>Adopts listeners and write counters of the previous session of the PLC. Called before it runs.</summary>
    public void Inherit(PlcSession before)
    {
        Written = before.Written;
        foreach (var scan in _parts.Classes)
        {
            if (before.ClassOf(scan.Group.Index) is { } old)
                scan.Demand = old.Demand;
        }
    }

    /// <summary>Reads tags once over the open connection; null: there is none, or it ended. Any thread.</summary>
    public async Task<PeekAnswer?> PeekAsync(TagMap wanted, int most, CancellationToken cancellationToken)
    {
        if (Volatile.Read(ref _open) is not { IsAlive: true } link)
            return null;
        try
        {
            return await link.PeekAsync(wanted, most, ExternalJobs.TakeAsync, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (_parts.Protocol.IsFailure(e))
        {
            return null;
        }
    }

    /// <summary>Makes the read lane look at its classes again. Any thread.</summary>
    public void Wake() => _context.Wakeup.Wake();

    /// <summary>Closes the connection and does not reconnect for a while. Any thread.</summary>
    public void Release(TimeSpan duration)
    {
        PlcLog.Released(_context.Log, _context.Plc.Name, duration);
        Volatile.Write(ref _releasedUntil, _context.Time.Ticks() + duration.Ticks);
        Volatile.Read(ref _link)?.Cancel();
        _context.Wakeup.Wake();
    }

    /// <summary>Publishes the last values as no longer confirmed. Called after the end, before another session serves the PLC.</summary>
    public async ValueTask LeaveAsync()
    {
        await PublishAsync(TagQuality.LinkDownLastValue, CancellationToken.None).ConfigureAwait(false);
        await SilenceAlarmsAsync(CancellationToken.None).ConfigureAwait(false);
    }

    public async Task RunAsync(TimeSpan stagger, CancellationToken stopping)
    {
        _stopping = stopping;
        using var wake = stopping.UnsafeRegister(static wakeup => ((AsyncWakeup)wakeup!).Wake(), _context.Wakeup);
        try
        {
            if (!_context.Plc.Enabled)
            {
                PlcLog.Disabled(_context.Log, _context.Plc.Name);
                await PublishAsync(TagQuality.OutOfService, stopping).ConfigureAwait(false);
                // A disabled PLC only takes over the changes of reloads.
                while (await WaitAsync(long.MaxValue, stopping).ConfigureAwait(false))
                    continue;
                return;
            }
            for (var until = _context.Time.Ticks() + stagger.Ticks; await WaitAsync(until, stopping).ConfigureAwait(false); )
            {
                var end = await ServeAsync(stopping).ConfigureAwait(false);
                if (stopping.IsCancellationRequested)
                    break;
                until = _context.Time.Ticks() + Lost(end).Ticks;
                await PublishAsync(TagQuality.LinkDownLastValue, stopping).ConfigureAwait(false);
                await SilenceAlarmsAsync(stopping).ConfigureAwait(false);
            }
            _context.StatusStore.LinkDown(PlcState.Stopped);
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            _context.StatusStore.LinkDown(PlcState.Stopped);
        }
        finally
        {
            _parts.Change?.Complete();
        }
    }

    /// <summary>One connection, from connect to close.</summary>
    private async Task<ConnectionEnd> ServeAsync(CancellationToken stopping)
    {
        var link = new CancellationTokenSource();
        Volatile.Write(ref _link, link);
        using var stop = stopping.UnsafeRegister(static link => ((CancellationTokenSource)link!).Cancel(), link);
        using var wake = link.Token.UnsafeRegister(static wakeup => ((AsyncWakeup)wakeup!).Wake(), _context.Wakeup);
        try
        {
            _context.ThrowIfFenced();
            _context.StatusStore.State(PlcState.Connecting);
            await using var open = await ConnectAsync(link.Token).ConfigureAwait(false);
            await GreetAsync(open, link.Token).ConfigureAwait(false);
            Volatile.Write(ref _open, open);
            var lanes = new LinkLanes(_context, _parts, open);
            var reason = await lanes.RunAsync(link).ConfigureAwait(false);
            var isTooMuch = _context.Pace.Ended(open.WasUnanswered, _context.Time.Ticks());
            if (lanes.HaveRead)
                _backoff.Reset();
            if (reason is not null)
                _parts.Protocol.Ended(lanes.HaveRead || lanes.LeavesCpu);
            return new ConnectionEnd(reason, isTooMuch);
        }
        catch (Exception e) when (_parts.Protocol.IsFailure(e))
        {
            _context.StatusStore.NotConnected(e);
            return new ConnectionEnd(e.Message);
        }
        catch (OperationCanceledException e)
        {
            // Without a cancellation it may not talk to the PLC.
            return new ConnectionEnd(link.IsCancellationRequested ? null : e.Message);
        }
        catch (Exception e)
        {
            PlcLog.Broken(_context.Log, _context.Plc.Name, e);
            return new ConnectionEnd("The session failed by an internal error.");
        }
        finally
        {
            Volatile.Write(ref _link, null);
            Volatile.Write(ref _open, null);
        }
    }

    /// <summary>Handles the loss of the link. Returns the pause before the next attempt.</summary>
    private TimeSpan Lost(ConnectionEnd end)
    {
        var wasUp = _context.StatusStore.Status.Connected;
        if (wasUp)
            _staleAt = _context.Time.Ticks() + _context.Plc.Stale.Ticks;
        _context.StatusStore.LinkDown(PlcState.Waiting);
        if (end.Reason is not { } reason)
            return TimeSpan.Zero;
        var pause = _backoff.Next();
        _context.StatusStore.Error($"{_context.Plc.Name}: {reason}");
        PlcLog.Away(_context, wasUp, _backoff.Attempts, reason, pause);
        if (end.IsTooMuch)
            PlcLog.Demoted(_context);
        return pause;
    }

    /// <summary>Waits until a time, and while the connection is released. Returns false where the bridge stops.</summary>
    private async ValueTask<bool> WaitAsync(long until, CancellationToken stopping)
    {
        while (!stopping.IsCancellationRequested)
        {
            var end = Math.Max(until, Volatile.Read(ref _releasedUntil));
            if (end <= _context.Time.Ticks())
                return true;
            await _context.Wakeup.WaitUntilAsync(Math.Min(end, _staleAt)).ConfigureAwait(false);
            await AgeAsync().ConfigureAwait(false);
            await AdoptIdleAsync().ConfigureAwait(false);
        }
        return false;
    }

    /// <summary>Removes the last values once the link has been down for longer than <c>stale</c>.</summary>
    private ValueTask AgeAsync()
    {
        if (_context.Time.Ticks() < _staleAt)
            return ValueTask.CompletedTask;
        _staleAt = long.MaxValue;
        return PublishAsync(TagQuality.LinkDown, _stopping);
    }

    /// <summary>Adopts the tags of a reload while no lane runs, and publishes the present quality for the new ones.</summary>
    private async ValueTask AdoptIdleAsync()
    {
        if (_parts.Change is not { } change)
            return;
        change.CatchUp(_parts.Slots);
        foreach (var scan in _parts.Adopt(change, plans: null))
            await scan.SendAsync(_context.Time.UtcTicks(), endsCycle: true, _stopping).ConfigureAwait(false);
        if (!_context.Plc.Enabled)
            await PublishAsync(TagQuality.OutOfService, _stopping).ConfigureAwait(false);
        else if (_context.StatusStore.Status.State == PlcState.Waiting)
            await PublishAsync(TagQuality.LinkDownLastValue, _stopping).ConfigureAwait(false);
        change.Complete();
    }

    private async ValueTask PublishAsync(TagQuality quality, CancellationToken cancellationToken)
    {
        _parts.ReadBacks.GiveUp(_parts.Classes);
        foreach (var scan in _parts.Classes)
        {
            scan.Drop();
            _parts.Publish(scan, quality);
            await scan.SendAsync(_context.Time.UtcTicks(), endsCycle: true, cancellationToken).ConfigureAwait(false);
        }
    }
}
