using System.Collections.Immutable;
using S7OpcBridge.Core.Quality;

namespace S7OpcBridge.Core;

/// <summary>Where a PLC's session stands.</summary>
public enum PlcState : byte
{
    /// <summary>Not started, or disabled in the map.</summary>
    Disabled,

    /// <summary>Trying to connect.</summary>
    Connecting,

    /// <summary>Reading.</summary>
    Running,

    /// <summary>Waiting before the next attempt.</summary>
    Waiting,

    /// <summary>Stopped for good.</summary>
    Stopped,
}

/// <summary>How a scan class is doing.</summary>
/// <param name="Scan">Its name.</param>
/// <param name="PdusPerCycle">Jobs that one cycle takes.</param>
/// <param name="Overruns">Cycles skipped because the one before was not done.</param>
/// <param name="CycleTime">Time that the last cycle took.</param>
/// <param name="MaxCycleTime">The longest so far.</param>
/// <param name="ConfirmedTicks">UTC ticks of the last cycle that the PLC answered; 0: none yet.</param>
/// <param name="Cycles">Cycles that the PLC answered so far.</param>
/// <param name="Pdus">Jobs of the class answered so far, refusals and read-backs included.</param>
public readonly record struct ScanStatus(string Scan, int PdusPerCycle, long Overruns, TimeSpan CycleTime, TimeSpan MaxCycleTime, long ConfirmedTicks, long Cycles, long Pdus);

/// <summary>A snapshot of one PLC for the _Status nodes, the log and the metrics. Immutable.</summary>
public sealed record PlcStatus
{
    /// <summary>Of a PLC that is no longer served.</summary>
    internal static PlcStatus Gone { get; } = new() { State = PlcState.Stopped };

    /// <summary>Rises whenever anything here changes; while it stays, a snapshot is the same object as the one before.</summary>
    public long Version { get; init; }

    /// <summary>State of the session.</summary>
    public PlcState State { get; init; }

    /// <summary>True while the link is up and negotiated.</summary>
    public bool Connected { get; init; }

    /// <summary>True while the PLC refuses every read as a whole (8104: PUT/GET not permitted, or its protection); no cycle is played meanwhile.</summary>
    public bool RefusesAll { get; init; }

    /// <summary>The error code of the protocol with which it refuses every read (S7: 8104, D241); 0: it does not.</summary>
    public ushort RefusalCode { get; init; }

    /// <summary>CPU state in words (RUN, STOP, …); empty where the family does not tell.</summary>
    public string CpuState { get; init; } = "";

    /// <summary>The last error as a sentence: tag, address, cause, fix. Empty: none yet.</summary>
    public string LastError { get; init; } = "";

    /// <summary>Why the last attempt to connect failed, or what ended the link at its first questions; null: connected, or not tried yet.</summary>
    public Exception? ConnectFailure { get; init; }

    /// <summary>Tags that can't be read, each as a sentence.</summary>
    public ImmutableArray<string> BadTags { get; init; } = [];

    /// <summary>Negotiated PDU size in bytes; 0 while not connected.</summary>
    public int PduSize { get; init; }

    /// <summary>Negotiated jobs in flight; 0 while not connected.</summary>
    public int MaxJobs { get; init; }

    /// <summary>
    /// What all intervals of the PLC are multiplied by, because it does not keep up as a whole: its connections end under the load, or none of its scan classes
    /// meets its interval. 1: it is read as the map says.
    /// </summary>
    public int SlowedBy { get; init; } = 1;

    /// <summary>Connections made after the first.</summary>
    public long Reconnects { get; init; }

    /// <summary>Jobs that had to wait because of the load ceiling, those of <c>doctor</c> included; since the session began.</summary>
    public long HeldBack { get; init; }

    /// <summary>Jobs of this connection that had to wait until one in flight was answered; 0 while not connected.</summary>
    public long JobWaits { get; init; }

    /// <summary>How long these waited for a free job, in sum.</summary>
    public TimeSpan JobWaitTime { get; init; }

    /// <summary>Answers of this connection that no job waited for (late, doubled or invented), dropped; 0 while not connected.</summary>
    public long UnknownAnswers { get; init; }

    /// <summary>Writes that wait for the PLC, counted in runs of bytes and single bits: a write may have several.</summary>
    public int PendingWrites { get; init; }

    /// <summary>One entry per scan class, in the map's order.</summary>
    public ImmutableArray<ScanStatus> Scans { get; init; } = [];
}
