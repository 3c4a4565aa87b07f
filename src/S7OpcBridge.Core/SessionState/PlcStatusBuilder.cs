using System.Collections.Immutable;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Reading;

namespace S7OpcBridge.Core.SessionState;

/// <summary>
/// Puts the status of a PLC together from the status store and the figures of the wire and the cycles. Where nothing has changed it returns
/// the same object as before, and nothing is allocated. Any thread.
/// </summary>
internal sealed class PlcStatusBuilder(PlcContext context, SessionParts parts)
{
    private Composed _last = new(new PlcStatus(), new PlcStatus());
    private long _version;

    /// <summary>The status now.</summary>
    /// <param name="wire">Figures of the connection; default: there is none.</param>
    public PlcStatus Status(in LinkCounters wire)
    {
        var told = Volatile.Read(ref _last);
        var stored = context.StatusStore.Status;
        if (ReferenceEquals(told.Stored, stored) && IsStill(told.Status, wire))
            return told.Status;
        var status = stored with
        {
            Version = Interlocked.Increment(ref _version),
            HeldBack = parts.Ceiling.HeldBack,
            JobWaits = wire.Waits,
            JobWaitTime = wire.WaitTime,
            UnknownAnswers = wire.UnknownAnswers,
            PendingWrites = parts.Writes.Count,
            Scans = ImmutableArray.Create(Array.ConvertAll(parts.Classes, Of)),
        };
        Volatile.Write(ref _last, new Composed(stored, status));
        return status;
    }

    private bool IsStill(PlcStatus status, in LinkCounters wire)
    {
        if (status.HeldBack != parts.Ceiling.HeldBack || status.JobWaits != wire.Waits || status.JobWaitTime != wire.WaitTime
            || status.UnknownAnswers != wire.UnknownAnswers || status.PendingWrites != parts.Writes.Count)
            return false;
        var classes = parts.Classes;
        if (classes.Length != status.Scans.Length)
            return false;
        for (var i = 0; i < classes.Length; i++)
        {
            if (Of(classes[i]) != status.Scans[i])
                return false;
        }
        return true;
    }

    private static ScanStatus Of(ScanClass scan) => scan.Statistics.Snapshot(scan.Group.Name, scan.Clock.Overruns);

    /// <summary>What was told last, and what it was made from.</summary>
    private sealed record Composed(PlcStatus Stored, PlcStatus Status);
}
