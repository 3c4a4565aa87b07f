using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>
/// The reading half of one connection: starts the cycles that are due, keeps as many jobs in flight as were negotiated (the class with the earliest deadline first,
/// so that a long cycle does not hold up a fast one), takes the answers in and hands the batches on. Owns plans and images; nobody else touches them.
/// </summary>
internal sealed class ReadLane
{
    private readonly PlcSite _site;
    private readonly SessionParts _parts;
    private readonly S7Connection _connection;
    private readonly Caretaker _care;
    private readonly LoadCeiling _ceiling;
    private readonly ReadBacks _readBacks;
    private readonly Flights _flights;
    private readonly LanePace _pace;
    private ScanClass[] _classes;
    private RidingPlans _plans;

    public ReadLane(PlcSite site, SessionParts parts, S7Connection connection)
    {
        (_site, _parts, _connection) = (site, parts, connection);
        (_classes, _ceiling, _readBacks) = (parts.Classes, parts.Ceiling, parts.ReadBacks);
        _care = new Caretaker(site, parts, connection);
        _pace = new LanePace(site, parts);
        _flights = new Flights(connection.MaxJobs);
        parts.HoldStructures(site.Map, connection.PduSize);
        _plans = PlansOf(site, parts, connection);
    }

    /// <summary>True once a whole cycle was answered.</summary>
    public bool HasRead { get; private set; }

    /// <summary>What the plans of a link keep to.</summary>
    public static PlanOptions OptionsOf(PlcSite site, S7Connection connection) =>
        new(connection.PduSize, site.Plc.MaxItems) { ConsistentBytes = site.Plc.ConsistentBytes, Prices = site.Plc.Prices };

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        _care.HeedLayouts();
        _ceiling.Begin();
        _pace.Begin();
        _plans.Begin();
        while (!_plans.Renew())
        {
            await _site.Alarm.WaitUntilAsync(long.MaxValue).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
        }
        foreach (var scan in _classes)
            Lay(scan, again: false);
        foreach (var scan in _classes)
            Measure(scan);
        WarnOfCeiling();
        while (!cancellationToken.IsCancellationRequested)
        {
            var now = _site.Time.Ticks();
            _pace.Tend(now);
            var change = _parts.Change is { } next && next.IsPlannedFor(_plans.Options, _site.Alarm) ? next : null;
            if (change is not null && _flights.Count == 0)
            {
                await AdoptAsync(change, cancellationToken).ConfigureAwait(false);
                change = null;
            }
            await _care.TendAsync(now, cancellationToken).ConfigureAwait(false);
            if (_parts.Guests.AreWaiting)
                _parts.Guests.LetIn(now, readsWait: MostUrgent() is not null);
            if (change is null)
            {
                StartCycles(now);
                StartJobs(now, cancellationToken);
            }
            if (_flights.Count > 0)
            {
                // All that have been answered land before others take their places, so that those leave in one send.
                do
                {
                    var flight = _flights.TakeOldest();
                    S7RefusedException? refused = null;
                    try
                    {
                        await flight.Answer.ConfigureAwait(false);
                    }
                    catch (S7RefusedException e)
                    {
                        refused = e;
                    }
                    Land(flight, refused);
                }
                while (_flights.IsOldestAnswered);
            }
            else if (Played() is null)
            {
                await _site.Alarm.WaitUntilAsync(NextEvent(now), onTheSpot: true).ConfigureAwait(false);
            }
            foreach (var scan in _classes)
            {
                if (scan.HasMuch)
                    await scan.SendAsync(scan.Statistics.ConfirmedTicks, endsCycle: false, cancellationToken).ConfigureAwait(false);
            }
            while (Played() is { } scan)
            {
                if (scan.HasTrouble && !_plans.IsAwaited(scan))
                    await _care.TreatAsync(scan, cancellationToken).ConfigureAwait(false);
                var whole = Finish(scan);
                await scan.SendAsync(scan.Statistics.ConfirmedTicks, endsCycle: whole, cancellationToken).ConfigureAwait(false);
                if (whole)
                    Done(scan);
            }
        }
    }

    /// <summary>Goes on with other tags: nothing is in flight, and what stays is read on as if nothing had happened.</summary>
    private async ValueTask AdoptAsync(SessionChange change, CancellationToken cancellationToken)
    {
        foreach (var scan in _classes)
        {
            if (scan.HasNews)
                await scan.SendAsync(scan.Statistics.ConfirmedTicks, endsCycle: false, cancellationToken).ConfigureAwait(false);
        }
        var isCurrent = change.CatchUp(_parts.Slots);
        foreach (var scan in _parts.Adopt(change, change.Plans))
            await scan.SendAsync(scan.Statistics.ConfirmedTicks, endsCycle: true, cancellationToken).ConfigureAwait(false);
        _classes = _parts.Classes;
        _plans = PlansOf(_site, _parts, _connection);
        _plans.Continue();
        for (var i = 0; i < _classes.Length; i++)
        {
            Measure(_classes[i]);
            _classes[i].NeedsPlan = !isCurrent;
            if (change.HasNew(i) && (_classes[i].Group.Mode != ScanMode.Demand || _classes[i].WantedInterval > 0))
                _classes[i].AskPoll();
        }
        _parts.BadTags.Publish();
        WarnOfCeiling();
        change.Complete();
    }

    private static RidingPlans PlansOf(PlcSite site, SessionParts parts, S7Connection connection)
    {
        var maker = new PlanMaker(Array.ConvertAll(parts.Classes, static scan => scan.Span), site.Alarm, Task.Run);
        return new RidingPlans(parts.Classes, parts.Slots, OptionsOf(site, connection), parts.Isolation, maker);
    }

    private void Lay(ScanClass scan, bool again)
    {
        scan.LayNext();
        Measure(scan);
        if (again || scan.Group.Mode == ScanMode.OnCommand)
            scan.AskPoll();
    }

    private void Measure(ScanClass scan) => scan.Staleness.Measure(scan.TrustedInterval, _ceiling.TimeFor(_plans.JobsOf(scan)));

    /// <summary>Now, or the deadline whose timer came a little early.</summary>
    private long Reached(long now) => Math.Max(now, _site.Alarm.Reached);

    private void StartCycles(long now)
    {
        if (_care.IsBarred)
            return;
        while (_readBacks.TryTake(out var scan, out var slot, out var readBack))
            _plans.CarrierOf(scan, slot).ReadBack(slot, now, readBack);
        _plans.Renew();
        _plans.AskHosts();
        var reached = Reached(now);
        foreach (var scan in _classes)
        {
            if (scan.SetClock(now))
                Measure(scan);
            if (scan.NextPlan is not null && !scan.Cycle.IsActive)
                Lay(scan, again: true);
            if (!scan.Cycle.IsWhole && (scan.Clock.Due <= reached || scan.IsPollAsked))
                scan.Begin(now, scan.Clock.Due <= reached ? scan.Clock.Due + scan.Clock.Interval : now);
        }
    }

    private void StartJobs(long now, CancellationToken cancellationToken)
    {
        using (_connection.Hold())
        {
            while (!_flights.IsFull && (_flights.Count == 0 || !_site.Pace.IsSlow) && MostUrgent() is { } scan && _ceiling.MayStart(now))
            {
                var job = scan.Cycle.Next();
                _flights.Add(new Flight(scan, job, _connection.ReadAsync(scan.Plan.Jobs[job], cancellationToken)));
                _ceiling.Started(now);
                _parts.Guests.ReadStarted();
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

    private void Land(in Flight flight, S7RefusedException? refused)
    {
        if (_flights.Count == 0)
            _ceiling.Drained(_site.Time.Ticks());
        flight.Scan.Cycle.Landed(flight.Job, answered: refused is null);
        flight.Scan.Statistics.Answered();
        if (refused is null)
            flight.Scan.Take(flight.Job, _care.Due);
        else
            flight.Scan.Cycle.RefusedJobs.Add(new RefusedJob(flight.Job, refused));
    }

    private ScanClass? Played()
    {
        foreach (var scan in _classes)
        {
            if (_plans.HasPlayed(scan))
                return scan;
        }
        return null;
    }

    /// <summary>Ends a cycle; true: it was a whole one.</summary>
    private bool Finish(ScanClass scan)
    {
        scan.TakeTorn(_care.Due);
        if (_plans.IsConfirmed(scan))
            Confirm(scan);
        var whole = scan.Cycle.IsWhole;
        scan.Cycle.End();
        scan.EndReadBacks();
        return whole;
    }

    private void Done(ScanClass scan)
    {
        var (now, before) = (_site.Time.Ticks(), scan.Clock.Overruns);
        scan.Clock.Done(Reached(now));
        _pace.Note(scan, now, scan.Clock.Overruns - before);
    }

    private void Confirm(ScanClass scan)
    {
        var now = _site.Time.Ticks();
        HasRead = true;
        scan.Staleness.Confirm(now);
        scan.Statistics.ConfirmedTicks = _site.Time.UtcTicks();
        scan.Statistics.Cycle(now - scan.Cycle.Began);
    }

    private long NextEvent(long now)
    {
        var next = _parts.Guests.AreWaiting ? Math.Min(_care.NextEvent(now), _ceiling.NextStart(now)) : _care.NextEvent(now);
        foreach (var scan in _classes)
        {
            if (scan.Cycle.CanSend && !_care.IsBarred)
                next = Math.Min(next, _ceiling.NextStart(now));
            else if (!scan.Cycle.IsWhole && !_care.IsBarred)
                next = Math.Min(next, scan.Clock.Due);
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
