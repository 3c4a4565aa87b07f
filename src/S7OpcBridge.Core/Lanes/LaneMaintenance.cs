using System.Collections.Immutable;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Quality;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.Core.SessionState;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Lanes;

/// <summary>
/// Work of the read lane between cycles: reports stale values, asks refused tags again, probes a PLC that refuses everything, isolates refused items, applies
/// the CPU's state and changed block layouts.
/// </summary>
internal sealed class LaneMaintenance
{
    private readonly PlcContext _context;
    private readonly SessionParts _parts;
    private readonly PlcLink _link;
    private readonly Quarantine _quarantine;
    private readonly PlcCondition _condition;
    private readonly ValueFaults _faults;
    private ImmutableDictionary<ushort, LayoutDrift> _applied = ImmutableDictionary<ushort, LayoutDrift>.Empty;

    public LaneMaintenance(PlcContext context, SessionParts parts, PlcLink link)
    {
        (_context, _parts, _link) = (context, parts, link);
        parts.BadTags.Clear();
        parts.BadTags.Publish();
        _quarantine = new Quarantine(context, parts.BadTags);
        _condition = new PlcCondition(context, parts);
        _faults = new ValueFaults(context, parts.BadTags);
    }

    /// <summary>Removes the tags of blocks with a changed layout from the plan, and puts those of restored blocks back.</summary>
    public void ApplyLayouts()
    {
        var drifted = _context.Layouts.Drifted;
        if (ReferenceEquals(drifted, _applied))
            return;
        _applied = drifted;
        foreach (var scan in _parts.Classes)
        {
            if (!scan.Hold(drifted))
                continue;
            scan.NeedsPlan = true;
            scan.AskPoll();
        }
        string[] sentences = [.. drifted.Select(block => block.Value.Words(_context.Plc.Name, _parts.TagsOf(block.Key)))];
        foreach (var sentence in sentences.Except(_parts.BadTags.OfBlocks))
        {
            PlcLog.LayoutChanged(_context.Log, sentence);
            _context.StatusStore.Error(sentence);
        }
        if (sentences.Length == 0 && _parts.BadTags.OfBlocks.Length > 0)
            PlcLog.LayoutSettled(_context.Log, _context.Plc.Name);
        _parts.BadTags.OfBlocks = [.. sentences];
        _parts.BadTags.Publish();
    }

    /// <summary>The quality of a value that is read now.</summary>
    public TagQuality Due { get; private set; } = TagQuality.Good;

    /// <summary>True: the PLC refuses everything, so no cycle is started.</summary>
    public bool IsRefused => _condition.Holds;

    /// <summary>Monotonic ticks at which there is work to do next.</summary>
    public long NextEvent(long now)
    {
        var next = Math.Min(_condition.Due, _quarantine.Due(now));
        foreach (var scan in _parts.Classes)
            next = Math.Min(next, scan.Staleness.Due);
        return next;
    }

    /// <summary>Does the work that is due. Not async, so that a call without work allocates nothing, also in a debug build.</summary>
    public ValueTask TendAsync(long now, CancellationToken cancellationToken)
    {
        ApplyCpuState();
        ApplyLayouts();
        foreach (var scan in _parts.Classes)
            ReportFaults(scan);
        if (_condition.IsDue(now))
            return ProbeAsync(now, cancellationToken);
        if (_quarantine.Due(now) <= now)
            return AskRefusedTagsAsync(now, cancellationToken);
        foreach (var scan in _parts.Classes)
        {
            if (scan.Staleness.Due <= now)
                return ReportStaleAsync(scan, cancellationToken);
        }
        return ValueTask.CompletedTask;
    }

    /// <summary>Reports values that a class has read and that are no values of their type.</summary>
    public void ReportFaults(ScanClass scan)
    {
        if (scan.Image.HasOtherNoValues || scan.Image.Untold.Count > 0)
            _faults.Report(scan);
    }

    /// <summary>Handles the refusals of a cycle.</summary>
    public async ValueTask IsolateAsync(ScanClass scan, CancellationToken cancellationToken)
    {
        if (await _condition.BeginsAsync(scan, _link, cancellationToken).ConfigureAwait(false))
        {
            foreach (var each in _parts.Classes)
                _parts.Publish(each, TagQuality.ConfigurationError);
            await EndWaitsAsync(cancellationToken).ConfigureAwait(false);
        }
        else if (await _parts.Isolation.IsolateAsync(scan, _link, ReportStaleAsync, cancellationToken).ConfigureAwait(false))
        {
            scan.NeedsPlan = true;
        }
    }

    private async ValueTask ProbeAsync(long now, CancellationToken cancellationToken)
    {
        if (!await _condition.IsLiftedAsync(_link, now, cancellationToken).ConfigureAwait(false))
        {
            await EndWaitsAsync(cancellationToken).ConfigureAwait(false);
            return;
        }
        foreach (var scan in _parts.Classes)
            scan.AskPoll();
    }

    private async ValueTask AskRefusedTagsAsync(long now, CancellationToken cancellationToken)
    {
        foreach (var scan in await _quarantine.AskAsync(_link, _parts.Isolation.ItemCap, now, cancellationToken).ConfigureAwait(false))
            scan.NeedsPlan = true;
    }

    private ValueTask ReportStaleAsync(ScanClass scan, CancellationToken cancellationToken)
    {
        var isFirst = scan.Staleness.Report();
        _parts.Publish(scan, TagQuality.NotConfirmed);
        if (isFirst)
            PlcLog.NotConfirmed(_context.Log, _context.Plc.Name, scan.Group.Name);
        return scan.SendAsync(scan.Statistics.ConfirmedTicks, endsCycle: false, cancellationToken);
    }

    // Finding refused tags may take many jobs, during which no cycle is read.
    private async ValueTask ReportStaleAsync(CancellationToken cancellationToken)
    {
        var now = _context.Time.Ticks();
        foreach (var scan in _parts.Classes)
        {
            if (scan.Staleness.Due <= now)
                await ReportStaleAsync(scan, cancellationToken).ConfigureAwait(false);
        }
    }

    private void ApplyCpuState()
    {
        var due = _parts.Cpu.IsStopped && _context.Plc.StopIsUncertain ? TagQuality.CpuStopped : TagQuality.Good;
        if (due == Due)
            return;
        Due = due;
        foreach (var scan in _parts.Classes)
        {
            if (due == TagQuality.CpuStopped)
                _parts.Publish(scan, due);
            else
                scan.Unsettle();
            scan.AskPoll();
        }
    }

    /// <summary>Sends pending quality changes and ends the waits for cycles that will not run.</summary>
    private async ValueTask EndWaitsAsync(CancellationToken cancellationToken)
    {
        foreach (var scan in _parts.Classes)
        {
            scan.EndWaits();
            await scan.SendAsync(scan.Statistics.ConfirmedTicks, endsCycle: true, cancellationToken).ConfigureAwait(false);
        }
    }
}
