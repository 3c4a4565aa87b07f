using System.Collections.Immutable;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Reading;

namespace S7OpcBridge.Core.SessionState;

/// <summary>
/// Combines the status of a PLC from the status store, the connection counters and the cycle figures. Without changes it returns the same object as before and
/// allocates nothing. Any thread.
/// </summary>
internal sealed class PlcStatusBuilder(PlcContext context, SessionParts parts)
{
    private Composed _last = new(new PlcStatus(), new PlcStatus());
    private long _version;

    /// <summary>The current status.</summary>
    /// <param name="wire">Counters of the connection; default: there is none.</param>
    public PlcStatus Status(in LinkCounters wire)
    {
        var last = Volatile.Read(ref _last);
        var stored = context.StatusStore.Status;
        if (ReferenceEquals(last.Stored, stored) && IsStill(last.Status, wire))
            return last.Status;
        var status = stored with
        {
            ChangedLayouts = context.Layouts.Drifted.Count,
            Version = Interlocked.Increment(ref _version),
            HeldBack = parts.Ceiling.HeldBack,
            JobWaits = wire.Waits,
            JobWaitTime = wire.WaitTime,
            UnknownAnswers = wire.UnknownAnswers,
            PendingWrites = parts.Writes.Count,
            Alarms = stored.Alarms is { } alarms ? alarms with { Received = Received, Lost = Lost } : null,
            Scans = ImmutableArray.Create(Array.ConvertAll(parts.Classes, StatusOf)),
        };
        Volatile.Write(ref _last, new Composed(stored, status));
        return status;
    }

    private long Received => parts.Alarms?.Received ?? 0;

    private long Lost => parts.Alarms?.Lost ?? 0;

    private bool IsStill(PlcStatus status, in LinkCounters wire)
    {
        if (
            status.HeldBack != parts.Ceiling.HeldBack
            || status.JobWaits != wire.Waits
            || status.JobWaitTime != wire.WaitTime
            || status.ChangedLayouts != context.Layouts.Drifted.Count
            || status.UnknownAnswers != wire.UnknownAnswers
            || status.PendingWrites != parts.Writes.Count
            || (status.Alarms is { } alarms && (alarms.Received != Received || alarms.Lost != Lost))
        )
            return false;
        var classes = parts.Classes;
        if (classes.Length != status.Scans.Length)
            return false;
        for (var i = 0; i < classes.Length; i++)
        {
            if (StatusOf(classes[i]) != status.Scans[i])
                return false;
        }
        return true;
    }

    private static ScanStatus StatusOf(ScanClass scan) =>
        scan.Statistics.Snapshot(scan.Group.Name, scan.Clock.Overruns) with
        {
            PolledItems = scan.Plan.PolledItems,
            SubscribedItems = scan.Plan.SubscribedItems,
        };

    /// <summary>The last status returned and the stored status that it was made from.</summary>
    private sealed record Composed(PlcStatus Stored, PlcStatus Status);
}
