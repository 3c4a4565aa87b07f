using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.Core.SessionState;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Lanes;

/// <summary>
/// Reads the tags of one connection with the negotiated jobs in flight, the class with the earliest deadline first. Sole owner of plans and images.
/// </summary>
internal sealed class ReadLane
{
    private readonly PlcContext _context;
    private readonly SessionParts _parts;
    private readonly PlcLink _link;
    private readonly LaneMaintenance _maintenance;
    private readonly LoadCeiling _ceiling;
    private readonly ReadBacks _readBacks;
    private readonly InFlightReads _inFlight;
    private readonly LaneThrottle _pace;
    private ScanClass[] _classes;
    private ScanPlans _plans;

    public ReadLane(PlcContext context, SessionParts parts, PlcLink link)
    {
        (_context, _parts, _link) = (context, parts, link);
        (_classes, _ceiling, _readBacks) = (parts.Classes, parts.Ceiling, parts.ReadBacks);
        _maintenance = new LaneMaintenance(context, parts, link);
        _pace = new LaneThrottle(context, parts);
        _inFlight = new InFlightReads(link.MaxJobs);
        parts.HoldStructures(context.Map, link.Planner);
        _plans = parts.PlansFor(link);
    }

    /// <summary>True once a whole cycle was answered.</summary>
    public bool HasRead { get; private set; }

    /// <summary>Reads until cancelled, or until the link fails. In each round due cycles begin, jobs start, answers are taken, whole cycles end.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        BeginLink();
        while (!_plans.Renew())
        {
            await _context.Wakeup.WaitUntilAsync(long.MaxValue).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
        }
        LayFirstPlans();
        while (!cancellationToken.IsCancellationRequested)
        {
            _context.ThrowIfFenced();
            var now = _context.Time.Ticks();
            _pace.Tend(now);
            // A reload is applied when nothing is in flight; no job is started until then.
            var change = PlannedChange();
            if (change is not null && _inFlight.Count == 0)
            {
                await AdoptAsync(change, cancellationToken).ConfigureAwait(false);
                change = null;
            }
            await _maintenance.TendAsync(now, cancellationToken).ConfigureAwait(false);
            AdmitExternalJobs(now);
            if (change is null)
            {
                BeginDueCycles(now);
                StartJobs(now, cancellationToken);
            }
            foreach (var scan in _classes)
            {
                if (scan.HasMuch || (scan.HasNews && _plans.AreMixed))
                    await PublishAsync(scan, endsCycle: false, cancellationToken).ConfigureAwait(false);
            }
            if (_inFlight.Count == 0 && _plans.NextComplete() is null)
                await _context.Wakeup.WaitUntilAsync(NextEvent(now), onTheSpot: true).ConfigureAwait(false);
            // Takes all available answers before it starts other jobs, so that those leave in one send.
            for (var isFirst = true; _inFlight.Count > 0 && (isFirst || (_inFlight.IsOldestAnswered && !_plans.AreMixed)); isFirst = false)
            {
                var read = _inFlight.TakeOldest();
                Refusal? refusal = null;
                try
                {
                    await read.Answer.ConfigureAwait(false);
                }
                catch (Exception e) when (_link.RefusalOf(e) is not null)
                {
                    refusal = _link.RefusalOf(e);
                }
                Complete(read, refusal);
            }
            while (_plans.NextComplete() is { } scan)
            {
                if (scan.HasRefusals && !_plans.IsAwaited(scan))
                    await _maintenance.IsolateAsync(scan, cancellationToken).ConfigureAwait(false);
                var isWhole = Confirm(scan);
                await PublishAsync(scan, endsCycle: isWhole, cancellationToken).ConfigureAwait(false);
                if (isWhole)
                    SetNextDue(scan);
            }
        }
    }

    private void BeginLink()
    {
        _maintenance.ApplyLayouts();
        _ceiling.Begin();
        _pace.Begin();
        _plans.Begin();
    }

    private void LayFirstPlans()
    {
        foreach (var scan in _classes)
            AdoptNextPlan(scan, again: false);
        foreach (var scan in _classes)
            Measure(scan);
        _pace.WarnOfCeiling(_plans.RequestsPerSecond);
    }

    private SessionChange? PlannedChange() =>
        _parts.Change is { } change && change.IsPlannedFor(_link.Planner with { ItemCap = _parts.Isolation.ItemCap }, _context.Wakeup)
            ? change
            : null;

    private void AdmitExternalJobs(long now)
    {
        if (_parts.ExternalJobs.IsWaiting)
            _parts.ExternalJobs.Admit(now, readsWait: MostUrgent() is not null);
    }

    private ValueTask PublishAsync(ScanClass scan, bool endsCycle, CancellationToken cancellationToken) =>
        scan.SendAsync(scan.Statistics.ConfirmedTicks, endsCycle, cancellationToken);

    /// <summary>Continues with the tags of a reload. Nothing is in flight; tags that stay are read on without interruption.</summary>
    private async ValueTask AdoptAsync(SessionChange change, CancellationToken cancellationToken)
    {
        foreach (var scan in _classes)
        {
            _maintenance.ReportFaults(scan);
            if (scan.HasNews)
                await PublishAsync(scan, endsCycle: false, cancellationToken).ConfigureAwait(false);
        }
        var isCurrent = change.CatchUp(_parts.Slots);
        foreach (var scan in _parts.Adopt(change, change.Plans))
            await PublishAsync(scan, endsCycle: true, cancellationToken).ConfigureAwait(false);
        (_classes, _plans) = (_parts.Classes, _parts.PlansFor(_link));
        _plans.Continue();
        for (var i = 0; i < _classes.Length; i++)
        {
            Measure(_classes[i]);
            _classes[i].NeedsPlan = !isCurrent;
            if (change.HasNew(i) && (_classes[i].Group.Mode != ScanMode.Demand || _classes[i].WantedInterval > 0))
                _classes[i].AskPoll();
        }
        _parts.BadTags.Publish();
        _pace.WarnOfCeiling(_plans.RequestsPerSecond);
        _link.PlansChanged(Array.ConvertAll(_classes, static scan => scan.Plan));
        change.Complete();
    }

    private void AdoptNextPlan(ScanClass scan, bool again)
    {
        scan.AdoptNextPlan();
        _link.PlansChanged(Array.ConvertAll(_classes, static scan => scan.Plan));
        Measure(scan);
        if (again || scan.Group.Mode == ScanMode.OnCommand)
            scan.AskPoll();
    }

    private void Measure(ScanClass scan) => scan.Staleness.Measure(scan.TrustedInterval, _ceiling.TimeFor(_plans.JobsOf(scan)));

    /// <summary>The current time, or the deadline of a timer that fired slightly early.</summary>
    private long Reached(long now) => Math.Max(now, _context.Wakeup.Reached);

    private void BeginDueCycles(long now)
    {
        if (_maintenance.IsRefused)
            return;
        while (_readBacks.TryTake(out var scan, out var slot, out var readBack))
            _plans.ReaderOf(scan, slot).ReadBack(slot, now, readBack);
        _plans.Renew();
        _plans.AskFasterPolls();
        var reached = Reached(now);
        foreach (var scan in _classes)
        {
            if (scan.SetClock(now))
                Measure(scan);
            if (scan.NextPlan is not null && !scan.Cycle.IsActive)
                AdoptNextPlan(scan, again: true);
            if (!scan.Cycle.IsWhole && (scan.Clock.Due <= reached || scan.IsPollAsked))
                scan.Begin(now, scan.Clock.Due <= reached ? scan.Clock.Due + scan.Clock.Interval : now);
        }
    }

    private void StartJobs(long now, CancellationToken cancellationToken)
    {
        _link.HoldSends();
        try
        {
            while (
                !_inFlight.IsFull && (_inFlight.Count == 0 || !_context.Pace.IsSlow) && MostUrgent() is { } scan && _ceiling.MayStart(now)
            )
            {
                var job = scan.Cycle.Next();
                _inFlight.Add(new InFlightRead(scan, job, _link.StartRead(scan.Plan, job, cancellationToken)));
                if (scan.Plan.IsSent(job))
                    _ceiling.Started(now);
                _parts.ExternalJobs.ReadStarted();
            }
        }
        finally
        {
            _link.ReleaseSends();
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

    private void Complete(in InFlightRead read, Refusal? refusal)
    {
        if (_inFlight.Count == 0)
            _ceiling.Drained(_context.Time.Ticks());
        read.Scan.Cycle.Complete(read.Job, answered: refusal is null);
        read.Scan.Statistics.Answered();
        if (refusal is null)
        {
            read.Scan.Receive(_link, read.Job, _maintenance.Due);
            _plans.BeginAge(read.Scan, _context.Time.Ticks());
        }
        else
            read.Scan.Cycle.RefusedJobs.Add(new RefusedJob(read.Job, refusal));
    }

    /// <summary>Ends a cycle that has all its answers. Returns true where it was a whole cycle.</summary>
    private bool Confirm(ScanClass scan)
    {
        scan.TakeTorn(_maintenance.Due);
        if (_plans.IsConfirmed(scan))
            NoteConfirmed(scan);
        var whole = scan.Cycle.IsWhole;
        scan.Cycle.End();
        scan.EndReadBacks();
        return whole;
    }

    private void SetNextDue(ScanClass scan)
    {
        var (now, before) = (_context.Time.Ticks(), scan.Clock.Overruns);
        scan.Clock.Done(Reached(now));
        _pace.Note(scan, now, scan.Clock.Overruns - before);
    }

    private void NoteConfirmed(ScanClass scan)
    {
        var now = _context.Time.Ticks();
        HasRead = true;
        scan.Staleness.Confirm(now);
        scan.Statistics.ConfirmedTicks = _context.Time.UtcTicks();
        scan.Statistics.Cycle(now - scan.Cycle.Began);
    }

    private long NextEvent(long now)
    {
        var next = _parts.ExternalJobs.IsWaiting
            ? Math.Min(_maintenance.NextEvent(now), _ceiling.NextStart(now))
            : _maintenance.NextEvent(now);
        foreach (var scan in _classes)
        {
            if (scan.Cycle.CanSend && !_maintenance.IsRefused)
                next = Math.Min(next, _ceiling.NextStart(now));
            else if (!scan.Cycle.IsWhole && !_maintenance.IsRefused)
                next = Math.Min(next, scan.Clock.Due);
        }
        return next;
    }
}
