using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>State of a PLC's session.</summary>
public enum PlcState : byte
{
    /// <summary>Not started, or disabled in the map.</summary>
    Disabled,

    /// <summary>Trying to connect.</summary>
    Connecting,

    /// <summary>Connected and reading.</summary>
    Running,

    /// <summary>Waiting before the next connection attempt.</summary>
    Waiting,

    /// <summary>Stopped; the session does not run again.</summary>
    Stopped,
}

/// <summary>Status of one scan class.</summary>
/// <param name="Scan">Its name.</param>
/// <param name="PdusPerCycle">Jobs that one cycle takes.</param>
/// <param name="Overruns">Cycles skipped because the one before was not done.</param>
/// <param name="CycleTime">Duration of the last cycle.</param>
/// <param name="MaxCycleTime">Longest cycle so far.</param>
/// <param name="ConfirmedTicks">UTC ticks of the last cycle that the PLC answered; 0: none yet.</param>
/// <param name="Cycles">Cycles that the PLC answered so far.</param>
/// <param name="Pdus">Jobs of the class answered so far, refusals and read-backs included.</param>
public readonly record struct ScanStatus(
    string Scan,
    int PdusPerCycle,
    long Overruns,
    TimeSpan CycleTime,
    TimeSpan MaxCycleTime,
    long ConfirmedTicks,
    long Cycles,
    long Pdus
)
{
    /// <summary>Items in the requests of a cycle.</summary>
    public int PolledItems { get; init; }

    /// <summary>Items whose changes the PLC sends by itself.</summary>
    public int SubscribedItems { get; init; }
}

/// <summary>A snapshot of one PLC for the _Status nodes, the log and the metrics. Immutable.</summary>
public sealed record PlcStatus
{
    /// <summary>Status of a PLC that a reload has removed.</summary>
    internal static PlcStatus Gone { get; } = new() { State = PlcState.Stopped };

    /// <summary>Increases with every change. While it is unchanged, the snapshot is the same object.</summary>
    public long Version { get; init; }

    /// <summary>State of the session.</summary>
    public PlcState State { get; init; }

    /// <summary>True while the link is up and negotiated.</summary>
    public bool Connected { get; init; }

    /// <summary>True while the PLC refuses every read (8104: PUT/GET not permitted, or protection level). No cycle runs meanwhile.</summary>
    public bool RefusesAll { get; init; }

    /// <summary>The protocol error code with which the PLC refuses every read (S7: 8104, D241); 0: it does not.</summary>
    public ushort RefusalCode { get; init; }

    /// <summary>Data blocks that were downloaded with another layout, whose tags are not read until the map is confirmed.</summary>
    public int ChangedLayouts { get; init; }

    /// <summary>CPU state as text (RUN, STOP, …); empty where the family does not report it.</summary>
    public string CpuState { get; init; } = "";

    /// <summary>The last error as a sentence: tag, address, cause, fix. Empty: none yet.</summary>
    public string LastError { get; init; } = "";

    /// <summary>Why the last connection attempt failed, or what ended the connection before the first read; null: connected, or not tried yet.</summary>
    public Exception? ConnectFailure { get; init; }

    /// <summary>Tags that cannot be read, one sentence each.</summary>
    public ImmutableArray<string> BadTags { get; init; } = [];

    /// <summary>Negotiated PDU size in bytes; 0 while not connected.</summary>
    public int PduSize { get; init; }

    /// <summary>Negotiated number of jobs in flight; 0 while not connected.</summary>
    public int MaxJobs { get; init; }

    /// <summary>
    /// Factor by which all intervals of the PLC are lengthened because it does not keep up: its connections end under load, or none of its scan classes meets
    /// its interval. 1: intervals as in the map.
    /// </summary>
    public int SlowedBy { get; init; } = 1;

    /// <summary>Connections made after the first.</summary>
    public long Reconnects { get; init; }

    /// <summary>Jobs that the load ceiling delayed, those of <c>doctor</c> included; since the session began.</summary>
    public long HeldBack { get; init; }

    /// <summary>Jobs of this connection that had to wait until one in flight was answered; 0 while not connected.</summary>
    public long JobWaits { get; init; }

    /// <summary>Total time that jobs waited for a free place.</summary>
    public TimeSpan JobWaitTime { get; init; }

    /// <summary>Answers on this connection that matched no job (late, duplicate or invented) and were dropped; 0 while not connected.</summary>
    public long UnknownAnswers { get; init; }

    /// <summary>Writes waiting for the PLC, counted in pieces (runs of bytes and single bits): one write may have several.</summary>
    public int PendingWrites { get; init; }

    /// <summary>What the CPU told of itself when it was last connected; null: it was not asked yet.</summary>
    public CpuNameplate? Nameplate { get; init; }

    /// <summary>What is known of a PLC that is asked by symbol; null: it speaks classic S7, or was never connected.</summary>
    public S7PlusStatus? S7Plus { get; init; }

    /// <summary>Whether the CPU sends its alarms; null: the map does not want them.</summary>
    public CpuAlarmStatus? Alarms { get; init; }

    /// <summary>Changes of the program in the CPU seen while connected, since the session began.</summary>
    public long ProgramChanges { get; init; }

    /// <summary>The last of them as a sentence; empty: none.</summary>
    public string LastProgramChange { get; init; } = "";

    /// <summary>One entry per scan class, in the map's order.</summary>
    public ImmutableArray<ScanStatus> Scans { get; init; } = [];
}
