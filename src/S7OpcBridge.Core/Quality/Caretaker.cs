using System.Collections.Immutable;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>
/// What the read lane does beside reading, seldom and in its own turn: says which values are stale, asks culprits again, probes a PLC that refuses everything, treats a cycle
/// that was refused something, heeds the CPU's state.
/// </summary>
internal sealed class Caretaker
{
    private readonly PlcSite _site;
    private readonly SessionParts _parts;
    private readonly S7Connection _connection;
    private readonly Quarantine _quarantine;
    private readonly PlcCondition _condition;
    private ImmutableDictionary<ushort, LayoutDrift> _heeded = ImmutableDictionary<ushort, LayoutDrift>.Empty;

    public Caretaker(PlcSite site, SessionParts parts, S7Connection connection)
    {
        (_site, _parts, _connection) = (site, parts, connection);
        parts.BadTags.Clear();
        parts.BadTags.Publish();
        _quarantine = new Quarantine(site, parts.BadTags, parts.Ceiling);
        _condition = new PlcCondition(site, parts);
    }

    /// <summary>Takes the tags of blocks that look otherwise out of the plan, and lets those of blocks that look as before come back.</summary>
    public void HeedLayouts()
    {
        var drifted = _site.Layouts.Drifted;
        if (ReferenceEquals(drifted, _heeded))
            return;
        _heeded = drifted;
        foreach (var scan in _parts.Classes)
        {
            if (!scan.Hold(drifted))
                continue;
            scan.NeedsPlan = true;
            scan.AskPoll();
        }
        string[] sentences = [.. drifted.Select(block => block.Value.Words(_site.Plc.Name, _parts.TagsOf(block.Key)))];
        foreach (var sentence in sentences.Except(_parts.BadTags.OfBlocks))
        {
            PlcLog.LayoutChanged(_site.Log, sentence);
            _site.Board.Error(sentence);
        }
        if (sentences.Length == 0 && _parts.BadTags.OfBlocks.Length > 0)
            PlcLog.LayoutSettled(_site.Log, _site.Plc.Name);
        _parts.BadTags.OfBlocks = [.. sentences];
        _parts.BadTags.Publish();
    }

    /// <summary>The quality of a value that has just been read.</summary>
    public TagQuality Due { get; private set; } = TagQuality.Good;

    /// <summary>True: the PLC refuses everything, no cycle is worth starting.</summary>
    public bool IsBarred => _condition.Holds;

    /// <summary>Steady ticks at which there is something to do next.</summary>
    public long NextEvent(long now)
    {
        var next = Math.Min(_condition.Due, _quarantine.Due(now));
        foreach (var scan in _parts.Classes)
            next = Math.Min(next, scan.Staleness.Due);
        return next;
    }

    /// <summary>Does what is due. Not an async method itself: nothing is due in nearly every call, and then nothing is allocated, in a debug build either.</summary>
    public ValueTask TendAsync(long now, CancellationToken cancellationToken)
    {
        HeedCpu();
        HeedLayouts();
        if (_condition.IsDue(now))
            return ProbeAsync(now, cancellationToken);
        if (_quarantine.Due(now) <= now)
            return AskCulpritsAsync(now, cancellationToken);
        foreach (var scan in _parts.Classes)
        {
            if (scan.Staleness.Due <= now)
                return TellStaleAsync(scan, cancellationToken);
        }
        return ValueTask.CompletedTask;
    }

    /// <summary>Looks at what a cycle was refused.</summary>
    public async ValueTask TreatAsync(ScanClass scan, CancellationToken cancellationToken)
    {
        if (await _condition.BeginsAsync(scan, _connection, cancellationToken).ConfigureAwait(false))
        {
            foreach (var each in _parts.Classes)
                _parts.Tell(each, TagQuality.ConfigurationError);
            await EndWaitsAsync(cancellationToken).ConfigureAwait(false);
        }
        else if (await _parts.Isolation.TreatAsync(scan, _connection, cancellationToken).ConfigureAwait(false))
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
        foreach (var scan in _parts.Classes)
            scan.AskPoll();
    }

    private async ValueTask AskCulpritsAsync(long now, CancellationToken cancellationToken)
    {
        foreach (var scan in await _quarantine.AskAsync(_connection, _parts.Isolation.ItemCap, now, cancellationToken).ConfigureAwait(false))
            scan.NeedsPlan = true;
    }

    private ValueTask TellStaleAsync(ScanClass scan, CancellationToken cancellationToken)
    {
        scan.Staleness.Told();
        _parts.Tell(scan, TagQuality.NotConfirmed);
        PlcLog.NotConfirmed(_site.Log, _site.Plc.Name, scan.Group.Name);
        return scan.SendAsync(scan.Statistics.ConfirmedTicks, endsCycle: false, cancellationToken);
    }

    private void HeedCpu()
    {
        var due = _parts.Cpu.IsStopped && _site.Plc.StopIsUncertain ? TagQuality.CpuStopped : TagQuality.Good;
        if (due == Due)
            return;
        Due = due;
        foreach (var scan in _parts.Classes)
        {
            if (due == TagQuality.CpuStopped)
                _parts.Tell(scan, due);
            else
                scan.Unsettle();
            scan.AskPoll();
        }
    }

    /// <summary>Sends what was said of the classes, and lets nobody wait for a cycle that will not come.</summary>
    private async ValueTask EndWaitsAsync(CancellationToken cancellationToken)
    {
        foreach (var scan in _parts.Classes)
        {
            scan.EndWaits();
            await scan.SendAsync(scan.Statistics.ConfirmedTicks, endsCycle: true, cancellationToken).ConfigureAwait(false);
        }
    }
}
