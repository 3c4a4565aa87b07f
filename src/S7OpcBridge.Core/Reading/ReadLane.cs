using System.Runtime.CompilerServices;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>
/// The reading half of one connection: starts the cycles that are due, keeps as many jobs in flight as were negotiated (the class with the earliest deadline first,
/// so that a long cycle does not hold up a fast one), takes the answers in and hands the batches on. Owns plans and images; nobody else touches them.
/// </summary>
internal sealed class ReadLane
{
    private readonly PlcSite _site;
    private readonly ScanClass[] _classes;
    private readonly S7Connection _connection;
    private readonly Isolation _isolation;
    private readonly Quarantine _quarantine;
    private readonly PlcCondition _condition;
    private readonly LoadCeiling _ceiling;
    private readonly ReadBacks _readBacks;
    private readonly CpuWatch _cpu;
    private readonly Flights _flights;
    private TagQuality _due = TagQuality.Good;

    public ReadLane(PlcSite site, SessionParts parts, S7Connection connection)
    {
        (_site, _connection) = (site, connection);
        (_classes, _isolation, _ceiling, _readBacks, _cpu) = (parts.Classes, parts.Isolation, parts.Ceiling, parts.ReadBacks, parts.Cpu);
        parts.BadTags.Clear();
        parts.BadTags.Publish();
        _quarantine = new Quarantine(site, parts.BadTags);
        _condition = new PlcCondition(site, _classes);
        _flights = new Flights(connection.MaxJobs);
    }

    /// <summary>True once a whole cycle was answered.</summary>
    public bool HasRead { get; private set; }

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        foreach (var scan in _classes)
            Lay(scan, fresh: true);
        WarnOfCeiling();
        while (!cancellationToken.IsCancellationRequested)
        {
            var now = _site.Time.Ticks();
            HeedCpu();
            await TellStaleAsync(now, cancellationToken).ConfigureAwait(false);
            if (_condition.IsDue(now))
                await ProbeAsync(now, cancellationToken).ConfigureAwait(false);
            else if (_quarantine.Due(now) <= now)
                await AskCulpritsAsync(now, cancellationToken).ConfigureAwait(false);
            StartCycles(now);
            StartJobs(now, cancellationToken);
            if (_flights.Count > 0)
                await LandOldestAsync().ConfigureAwait(false);
            if (!await EndCyclesAsync(cancellationToken).ConfigureAwait(false) && _flights.Count == 0)
                await _site.Alarm.WaitUntilAsync(NextEvent(now)).ConfigureAwait(false);
        }
    }

    private void Lay(ScanClass scan, bool fresh)
    {
        scan.Replan(_connection.PduSize, _isolation.ItemCap, fresh);
        scan.Staleness.Measure(scan.TrustedInterval, _ceiling.TimeFor(scan.Plan.Jobs.Length));
        if (!fresh || scan.Group.Mode == ScanMode.OnCommand)
            scan.AskPoll();
    }

    private void StartCycles(long now)
    {
        if (_condition.Holds)
            return;
        while (_readBacks.TryTake(out var scan, out var slot))
            scan.ReadBack(slot, now);
        foreach (var scan in _classes)
        {
            if (scan.SetClock(now))
                scan.Staleness.Measure(scan.TrustedInterval, _ceiling.TimeFor(scan.Plan.Jobs.Length));
            if (scan.NeedsPlan && !scan.Cycle.IsActive)
                Lay(scan, fresh: false);
            if (!scan.Cycle.IsWhole && (scan.Clock.Due <= now || scan.IsPollAsked))
                scan.Begin(now, scan.Clock.Due <= now ? scan.Clock.Due + scan.Clock.Interval : now);
        }
    }

    private void StartJobs(long now, CancellationToken cancellationToken)
    {
        using (_connection.Hold())
        {
            while (!_flights.IsFull && MostUrgent() is { } scan && _ceiling.MayStart(now))
            {
                var job = scan.Cycle.Next();
                _flights.Add(new Flight(scan, job, _connection.ReadAsync(scan.Plan.Jobs[job], cancellationToken)));
                _ceiling.Started(now);
            }
        }
    }

    private ScanClass? MostUrgent()
    {
        ScanClass? urgent = null;
        foreach (var scan in _classes)
        {
            if (scan.Cycle.CanSend && (urgent is null || scan.Cycle.Deadline < urgent.Cycle.Deadline))
                urgent = scan;
        }
        return urgent;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask LandOldestAsync()
    {
        var flight = _flights.TakeOldest();
        var answered = true;
        try
        {
            await flight.Answer.ConfigureAwait(false);
        }
        catch (S7RefusedException e)
        {
            answered = false;
            flight.Scan.Cycle.RefusedJobs.Add(new RefusedJob(flight.Job, e));
        }
        if (_flights.Count == 0)
            _ceiling.Drained(_site.Time.Ticks());
        flight.Scan.Cycle.Landed(flight.Job, answered);
        if (answered)
            flight.Scan.Take(flight.Job, _due);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> EndCyclesAsync(CancellationToken cancellationToken)
    {
        var any = false;
        foreach (var scan in _classes)
        {
            if (!scan.Cycle.IsPlayed)
                continue;
            any = true;
            if (scan.HasTrouble)
                await TreatAsync(scan, cancellationToken).ConfigureAwait(false);
            scan.TakeTorn(_due);
            if (scan.Cycle is { IsWhole: true, IsClean: true })
                Confirm(scan);
            var whole = scan.Cycle.IsWhole;
            scan.Cycle.End();
            await scan.SendAsync(scan.Statistics.ConfirmedTicks, endsCycle: whole, cancellationToken).ConfigureAwait(false);
            if (whole)
                scan.Clock.Done(_site.Time.Ticks());
        }
        return any;
    }

    private void Confirm(ScanClass scan)
    {
        var now = _site.Time.Ticks();
        HasRead = true;
        scan.Staleness.Confirm(now);
        scan.Statistics.ConfirmedTicks = _site.Time.UtcTicks();
        scan.Statistics.Cycle(now - scan.Cycle.Began);
    }

    private async ValueTask TreatAsync(ScanClass scan, CancellationToken cancellationToken)
    {
        if (await _condition.BeginsAsync(scan, _connection, cancellationToken).ConfigureAwait(false))
        {
            foreach (var each in _classes)
                each.TellAll(TagQuality.ConfigurationError);
            await EndWaitsAsync(cancellationToken).ConfigureAwait(false);
        }
        else if (await _isolation.TreatAsync(scan, _connection, cancellationToken).ConfigureAwait(false))
        {
            scan.NeedsPlan = true;
        }
    }

    private async ValueTask ProbeAsync(long now, CancellationToken cancellationToken)
    {
        if (!await _condition.IsLiftedAsync(_connection, now, cancellationToken).ConfigureAwait(false))
        {
            await EndWaitsAsync(cancellationToken).ConfigureAwait(false);
            return;
        }
        foreach (var scan in _classes)
            scan.AskPoll();
    }

    private async ValueTask AskCulpritsAsync(long now, CancellationToken cancellationToken)
    {
        foreach (var scan in await _quarantine.AskAsync(_connection, _isolation.ItemCap, now, cancellationToken).ConfigureAwait(false))
            scan.NeedsPlan = true;
    }

    private void HeedCpu()
    {
        var due = _cpu.IsStopped && _site.Plc.StopIsUncertain ? TagQuality.CpuStopped : TagQuality.Good;
        if (due == _due)
            return;
        _due = due;
        foreach (var scan in _classes)
        {
            if (due == TagQuality.CpuStopped)
                scan.TellAll(due);
            else
                scan.Unsettle();
            scan.AskPoll();
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask TellStaleAsync(long now, CancellationToken cancellationToken)
    {
        foreach (var scan in _classes)
        {
            if (scan.Staleness.Due > now)
                continue;
            scan.Staleness.Told();
            scan.TellAll(TagQuality.NotConfirmed);
            PlcLog.NotConfirmed(_site.Log, _site.Plc.Name, scan.Group.Name);
            await scan.SendAsync(scan.Statistics.ConfirmedTicks, endsCycle: false, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Sends what was said of the classes, and lets nobody wait for a cycle that will not come.</summary>
    private async ValueTask EndWaitsAsync(CancellationToken cancellationToken)
    {
        foreach (var scan in _classes)
        {
            scan.TakeWaiters();
            await scan.SendAsync(scan.Statistics.ConfirmedTicks, endsCycle: true, cancellationToken).ConfigureAwait(false);
        }
    }

    private long NextEvent(long now)
    {
        var next = Math.Min(_condition.Due, _quarantine.Due(now));
        foreach (var scan in _classes)
        {
            next = Math.Min(next, scan.Staleness.Due);
            if (!_condition.Holds)
                next = Math.Min(next, scan.Cycle.CanSend ? _ceiling.NextStart(now) : scan.Clock.Due);
        }
        return next;
    }

    private void WarnOfCeiling()
    {
        double wanted = 0;
        foreach (var scan in _classes)
            wanted += scan.Group.Mode == ScanMode.AtRate ? scan.Plan.Jobs.Length / scan.Group.Interval.TotalSeconds : 0;
        if (_site.Plc.Load.RequestsPerSecond is > 0 and var ceiling && wanted > ceiling)
            PlcLog.Stretched(_site.Log, _site.Plc.Name, wanted, ceiling);
    }
}
