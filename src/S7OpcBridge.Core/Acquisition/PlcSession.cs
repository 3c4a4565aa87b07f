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
        var codecs = new CodecShelf(site.Plc);
        _parts = new SessionParts(site, tagsByGroup, codecs);
        _status = new StatusKeeper(site, _parts);
        _backoff = new ReconnectBackoff(site.Plc.ReconnectFirst, site.Plc.ReconnectMax);
        Gate = new WriteGate(site, codecs);
    }

    /// <summary>Any thread.</summary>
    public WriteGate Gate { get; }

    /// <summary>Any thread.</summary>
    public WriteQueue Writes => _parts.Writes;

    /// <summary>True: a cycle that is asked for now will be played. Any thread.</summary>
    public bool CanRead => _site.Board.Status is { Connected: true, RefusesAll: false };

    /// <summary>A snapshot; the same object as before where nothing has changed. Any thread.</summary>
    public PlcStatus Status => _status.Status(Volatile.Read(ref _connection)?.Counters ?? default);

    /// <summary>The class at work for a scan group of this PLC. Any thread may use what it marks so.</summary>
    public ScanClass ClassOf(int scanGroup) => Array.Find(_parts.Classes, scan => scan.Group.Index == scanGroup)!;

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
                return;
            }
            for (var until = _site.Time.Ticks() + stagger.Ticks; await WaitAsync(until, stopping).ConfigureAwait(false);)
            {
                var reason = await ServeAsync(stopping).ConfigureAwait(false);
                if (stopping.IsCancellationRequested)
                    break;
                until = _site.Time.Ticks() + Lost(reason).Ticks;
                await TellAsync(TagQuality.LinkDownLastValue, stopping).ConfigureAwait(false);
            }
            _site.Board.LinkDown(PlcState.Stopped);
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            _site.Board.LinkDown(PlcState.Stopped);
        }
    }

    /// <summary>One connection, from connect to close. Returns why it ended; null: it was meant to.</summary>
    private async Task<string?> ServeAsync(CancellationToken stopping)
    {
        var link = new CancellationTokenSource();
        Volatile.Write(ref _link, link);
        using var stop = stopping.UnsafeRegister(static link => ((CancellationTokenSource)link!).Cancel(), link);
        using var wake = link.Token.UnsafeRegister(static alarm => ((Alarm)alarm!).Ring(), _site.Alarm);
        try
        {
            _site.Board.State(PlcState.Connecting);
            await using var connection = await ConnectAsync(link.Token).ConfigureAwait(false);
            Volatile.Write(ref _connection, connection);
            var lanes = new Lanes(_site, _parts, connection);
            var reason = await lanes.RunAsync(link).ConfigureAwait(false);
            if (lanes.HaveRead)
                _backoff.Reset();
            if (reason is not null)
                _parts.Hosts.Ended(lanes.HaveRead || lanes.LeavesCpu);
            return reason;
        }
        catch (S7Exception e)
        {
            return e.Message;
        }
        catch (OperationCanceledException) when (link.IsCancellationRequested)
        {
            return null;
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            PlcLog.Broken(_site.Log, _site.Plc.Name, e);
            return "The session failed from within.";
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
        while (!connecting.IsCompleted)
        {
            await _site.Alarm.WaitUntilAsync(_staleAt).ConfigureAwait(false);
            await AgeAsync().ConfigureAwait(false);
        }
        var connection = await connecting.ConfigureAwait(false);
        if (_site.Plc.Password is { } password)
            await SessionPasswords.SendAsync(_site, connection, password, cancellationToken).ConfigureAwait(false);
        _staleAt = long.MaxValue;
        _site.Board.LinkUp(connection.PduSize, connection.MaxJobs, again: _wasConnected);
        _wasConnected = true;
        PlcLog.Connected(_site.Log, _site.Plc.Name, _parts.Hosts.Preferred, _site.Plc.Connection.Port, connection.PduSize, connection.MaxJobs);
        return connection;
    }

    /// <summary>Notes that the link is down; returns the pause before the next attempt.</summary>
    private TimeSpan Lost(string? reason)
    {
        var wasUp = _site.Board.Status.Connected;
        if (wasUp)
            _staleAt = _site.Time.Ticks() + _site.Plc.Stale.Ticks;
        _site.Board.LinkDown(PlcState.Waiting);
        if (reason is null)
            return TimeSpan.Zero;
        var pause = _backoff.Next();
        _site.Board.Error($"{_site.Plc.Name}: {reason}");
        if (wasUp)
            PlcLog.Lost(_site.Log, _site.Plc.Name, reason, pause.TotalSeconds);
        else if (_backoff.Attempts == 1)
            PlcLog.NotConnected(_site.Log, _site.Plc.Name, reason, pause.TotalSeconds);
        else
            PlcLog.StillNotConnected(_site.Log, _site.Plc.Name, _backoff.Attempts, reason, pause.TotalSeconds);
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

    private async ValueTask TellAsync(TagQuality quality, CancellationToken cancellationToken)
    {
        foreach (var scan in _parts.Classes)
        {
            scan.Drop();
            _parts.Tell(scan, quality);
            await scan.SendAsync(_site.Time.UtcTicks(), endsCycle: true, cancellationToken).ConfigureAwait(false);
        }
    }
}
