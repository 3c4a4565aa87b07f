using Microsoft.Extensions.Logging;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>
/// The life of one PLC in the bridge, top to bottom: connect, let three lanes work on the connection (read, write, watch) until the link ends, say so in the quality of
/// every tag, wait, and again, for ever. At most one connection at a time, closed politely.
/// </summary>
internal sealed class PlcSession
{
    private readonly PlcSite _site;
    private readonly CodecShelf _codecs;
    private readonly SessionParts _parts;
    private readonly StatusKeeper _status;
    private readonly ReconnectBackoff _backoff;
    private CancellationToken _stopping;
    private CancellationTokenSource? _link;
    private S7Connection? _connection;
    private long _releasedUntil;
    private long _staleAt = long.MaxValue;
    private bool _wasConnected;

    public PlcSession(PlcSite site, ILookup<int, Tag> tagsByGroup)
    {
        _site = site;
        _codecs = new CodecShelf(site.Plc);
        _parts = new SessionParts(site, tagsByGroup, _codecs);
        _status = new StatusKeeper(site, _parts);
        _backoff = new ReconnectBackoff(site.Plc.ReconnectFirst, site.Plc.ReconnectMax);
        Gate = new WriteGate(site, _codecs);
    }

    /// <summary>The PLC that it serves. Any thread.</summary>
    public PlcDefinition Plc => _site.Plc;

    /// <summary>Any thread.</summary>
    public WriteGate Gate { get; }

    /// <summary>Any thread.</summary>
    public WriteQueue Writes => _parts.Writes;

    /// <summary>What came of the writes. Any thread.</summary>
    public WriteTally Written { get; private set; } = new();

    /// <summary>True: a cycle that is asked for now will be played. Any thread.</summary>
    public bool CanRead => _site.Board.Status is { Connected: true, RefusesAll: false };

    /// <summary>The open connection; null while there is none. Any thread.</summary>
    public S7Connection? Connection => Volatile.Read(ref _connection) is { IsAlive: true } connection ? connection : null;

    /// <summary>Turns of those who use the connection beside the lanes. Any thread.</summary>
    public GuestTurns Guests => _parts.Guests;

    /// <summary>A snapshot; the same object as before where nothing has changed. Any thread.</summary>
    public PlcStatus Status => _status.Status(Volatile.Read(ref _connection)?.Counters ?? default);

    /// <summary>The class at work for a scan group of this PLC; null: it has left. Any thread may use what it marks so.</summary>
    public ScanClass? ClassOf(int scanGroup) => Array.Find(_parts.Classes, scan => scan.Group.Index == scanGroup);

    /// <summary>True where a session goes on with the other definition, on the same connection; else the PLC needs a new one.</summary>
    public static bool TakesInStride(PlcDefinition before, PlcDefinition after) =>
        before with { Rights = after.Rights, Writes = after.Writes, StopIsUncertain = after.StopIsUncertain, Stale = after.Stale } == after;

    /// <summary>
    /// Goes on with other tags, on the same connection: what stays is read on, keeps its value, its quality and its time. Plans on the caller's thread, and ends when the
    /// session works with them. Any thread; one at a time.
    /// </summary>
    public Task AdoptAsync(PlcDefinition plc, TagMap map, ILookup<int, Tag> tagsByGroup)
    {
        var change = SessionChange.Of(_site, _parts, _codecs, map, plc, tagsByGroup);
        if (Volatile.Read(ref _connection) is { } connection)
            change.PlanFor(ReadLane.OptionsOf(_site, connection) with { MaxItems = _parts.Isolation.ItemCap });
        _parts.Change = change;
        _site.Alarm.Ring();
        return change.Done;
    }

    /// <summary>The same tags in another map: nothing to do but to know it. Any thread.</summary>
    public void Adopt(PlcDefinition plc, TagMap map) => _site.Adopt(plc, map);

    /// <summary>Trusts the data blocks as they are from now on. Any thread.</summary>
    public void TrustLayouts()
    {
        _site.Layouts.Forget();
        _site.Alarm.Ring();
    }

    /// <summary>Reads at the intervals of the map again, whatever came of that before. Any thread.</summary>
    public void RestorePace()
    {
        _site.Pace.AskRestore();
        _site.Alarm.Ring();
    }

    /// <summary>Takes over who listens to the classes of the session that served the PLC before, and what it counted of writes. Before it runs.</summary>
    public void Inherit(PlcSession before)
    {
        Written = before.Written;
        foreach (var scan in _parts.Classes)
        {
            if (before.ClassOf(scan.Group.Index) is { } old)
                scan.Demand = old.Demand;
        }
    }

    /// <summary>Makes the read lane look at its classes again. Any thread.</summary>
    public void Ring() => _site.Alarm.Ring();

    /// <summary>Leaves the PLC alone for a while. Any thread.</summary>
    public void Release(TimeSpan duration)
    {
        PlcLog.Released(_site.Log, _site.Plc.Name, duration);
        Volatile.Write(ref _releasedUntil, _site.Time.Ticks() + duration.Ticks);
        Volatile.Read(ref _link)?.Cancel();
        _site.Alarm.Ring();
    }

    /// <summary>Says that the last values are no longer confirmed. After the end, before another session takes the PLC over.</summary>
    public ValueTask LeaveAsync() => TellAsync(TagQuality.LinkDownLastValue, CancellationToken.None);

    public async Task RunAsync(TimeSpan stagger, CancellationToken stopping)
    {
        _stopping = stopping;
        using var ring = stopping.UnsafeRegister(static alarm => ((Alarm)alarm!).Ring(), _site.Alarm);
        try
        {
            if (!_site.Plc.Enabled)
            {
                PlcLog.Disabled(_site.Log, _site.Plc.Name);
                await TellAsync(TagQuality.OutOfService, stopping).ConfigureAwait(false);
                while (await WaitAsync(long.MaxValue, stopping).ConfigureAwait(false))
                {
                    // There is nothing to do but to take over what a reload brings.
                }
                return;
            }
            for (var until = _site.Time.Ticks() + stagger.Ticks; await WaitAsync(until, stopping).ConfigureAwait(false);)
            {
                var end = await ServeAsync(stopping).ConfigureAwait(false);
                if (stopping.IsCancellationRequested)
                    break;
                until = _site.Time.Ticks() + Lost(end).Ticks;
                await TellAsync(TagQuality.LinkDownLastValue, stopping).ConfigureAwait(false);
            }
            _site.Board.LinkDown(PlcState.Stopped);
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            _site.Board.LinkDown(PlcState.Stopped);
        }
        finally
        {
            _parts.Change?.Complete();
        }
    }

    /// <summary>One connection, from connect to close.</summary>
    private async Task<LinkEnd> ServeAsync(CancellationToken stopping)
    {
        var link = new CancellationTokenSource();
        Volatile.Write(ref _link, link);
        using var stop = stopping.UnsafeRegister(static link => ((CancellationTokenSource)link!).Cancel(), link);
        using var wake = link.Token.UnsafeRegister(static alarm => ((Alarm)alarm!).Ring(), _site.Alarm);
        try
        {
            _site.Board.State(PlcState.Connecting);
            await using var connection = await ConnectAsync(link.Token).ConfigureAwait(false);
            await GreetAsync(connection, link.Token).ConfigureAwait(false);
            Volatile.Write(ref _connection, connection);
            var lanes = new Lanes(_site, _parts, connection);
            var reason = await lanes.RunAsync(link).ConfigureAwait(false);
            var isTooMuch = _site.Pace.Ended(connection.Failure is S7LinkException { Cause: S7LinkCause.TimedOut }, _site.Time.Ticks());
            if (lanes.HaveRead)
                _backoff.Reset();
            if (reason is not null)
                _parts.Hosts.Ended(lanes.HaveRead || lanes.LeavesCpu);
            return new LinkEnd(reason, isTooMuch);
        }
        catch (S7Exception e)
        {
            _site.Board.NotConnected(e);
            return new LinkEnd(e.Message);
        }
        catch (OperationCanceledException) when (link.IsCancellationRequested)
        {
            return new LinkEnd(null);
        }
        catch (Exception e)
        {
            PlcLog.Broken(_site.Log, _site.Plc.Name, e);
            return new LinkEnd("The session failed from within.");
        }
        finally
        {
            Volatile.Write(ref _link, null);
            Volatile.Write(ref _connection, null);
        }
    }

    private async Task<S7Connection> ConnectAsync(CancellationToken cancellationToken)
    {
        var connecting = _parts.Hosts.ConnectAsync(_site.Time, cancellationToken);
        _ = connecting.ContinueWith(static (_, alarm) => ((Alarm)alarm!).Ring(), _site.Alarm, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        try
        {
            while (!connecting.IsCompleted)
            {
                await _site.Alarm.WaitUntilAsync(_staleAt).ConfigureAwait(false);
                await AgeAsync().ConfigureAwait(false);
                await AdoptIdleAsync().ConfigureAwait(false);
            }
        }
        catch
        {
            await PlcHosts.CloseAsync(connecting).ConfigureAwait(false);
            throw;
        }
        return await connecting.ConfigureAwait(false);
    }

    /// <summary>What is said and asked before anything is read.</summary>
    private async Task GreetAsync(S7Connection connection, CancellationToken cancellationToken)
    {
        if (_site.Plc.Password is { } password)
            await SessionPasswords.SendAsync(_site, connection, password, cancellationToken).ConfigureAwait(false);
        if (_site.Plc.LayoutEvery > TimeSpan.Zero)
            await _site.Layouts.CompareAsync(connection, _parts.Blocks, cancellationToken).ConfigureAwait(false);
        _staleAt = long.MaxValue;
        _site.Board.LinkUp(connection.PduSize, connection.MaxJobs, again: _wasConnected);
        _wasConnected = true;
        PlcLog.Connected(_site.Log, _site.Plc.Name, _parts.Hosts.Preferred, _site.Plc.Connection.Port, connection.PduSize, connection.MaxJobs);
    }

    /// <summary>Notes that the link is down; returns the pause before the next attempt.</summary>
    private TimeSpan Lost(LinkEnd end)
    {
        var wasUp = _site.Board.Status.Connected;
        if (wasUp)
            _staleAt = _site.Time.Ticks() + _site.Plc.Stale.Ticks;
        _site.Board.LinkDown(PlcState.Waiting);
        if (end.Reason is not { } reason)
            return TimeSpan.Zero;
        var pause = _backoff.Next();
        _site.Board.Error($"{_site.Plc.Name}: {reason}");
        PlcLog.Away(_site, wasUp, _backoff.Attempts, reason, pause);
        if (end.IsTooMuch)
            PlcLog.Demoted(_site);
        return pause;
    }

    /// <summary>Waits until a time, and as long as the connection is released. False: the bridge stops.</summary>
    private async ValueTask<bool> WaitAsync(long until, CancellationToken stopping)
    {
        while (!stopping.IsCancellationRequested)
        {
            var end = Math.Max(until, Volatile.Read(ref _releasedUntil));
            if (end <= _site.Time.Ticks())
                return true;
            await _site.Alarm.WaitUntilAsync(Math.Min(end, _staleAt)).ConfigureAwait(false);
            await AgeAsync().ConfigureAwait(false);
            await AdoptIdleAsync().ConfigureAwait(false);
        }
        return false;
    }

    /// <summary>Takes the last values away once the link has been down for longer than <c>stale</c>.</summary>
    private ValueTask AgeAsync()
    {
        if (_site.Time.Ticks() < _staleAt)
            return ValueTask.CompletedTask;
        _staleAt = long.MaxValue;
        return TellAsync(TagQuality.LinkDown, _stopping);
    }

    /// <summary>Takes other tags over while no lane runs, and says of the new ones what holds for all.</summary>
    private async ValueTask AdoptIdleAsync()
    {
        if (_parts.Change is not { } change)
            return;
        change.CatchUp(_parts.Slots);
        foreach (var scan in _parts.Adopt(change, plans: null))
            await scan.SendAsync(_site.Time.UtcTicks(), endsCycle: true, _stopping).ConfigureAwait(false);
        if (!_site.Plc.Enabled)
            await TellAsync(TagQuality.OutOfService, _stopping).ConfigureAwait(false);
        else if (_site.Board.Status.State == PlcState.Waiting)
            await TellAsync(TagQuality.LinkDownLastValue, _stopping).ConfigureAwait(false);
        change.Complete();
    }

    private async ValueTask TellAsync(TagQuality quality, CancellationToken cancellationToken)
    {
        _parts.ReadBacks.GiveUp(_parts.Classes);
        foreach (var scan in _parts.Classes)
        {
            scan.Drop();
            _parts.Tell(scan, quality);
            await scan.SendAsync(_site.Time.UtcTicks(), endsCycle: true, cancellationToken).ConfigureAwait(false);
        }
    }
}
