namespace S7OpcBridge.Bridge.Nodes;

/// <summary>Table rows of one scan class.</summary>
internal sealed record ScanVariables(
    string Name,
    int PdusPerCycle,
    int Overruns,
    int CycleTime,
    int MaxCycleTime,
    int Age,
    int Cycles,
    int Pdus
);

/// <summary>Table rows of one PLC.</summary>
internal sealed record PlcVariables(
    int Root,
    int Connected,
    int Simulated,
    int State,
    int CpuState,
    int LastError,
    int BadTags,
    int PduSize,
    int MaxJobs,
    int Reconnects,
    int SlowedBy,
    int JobWaits,
    int PendingWrites,
    ScanVariables[] Scans,
    int NodeVersion
)
{
    /// <summary>Whether the CPU sends its alarms; -1: the map does not want them.</summary>
    public int Alarms { get; init; } = -1;

    /// <summary>The newest entries of the CPU's diagnostics buffer; -1: they are not told.</summary>
    public int DiagnosticBuffer { get; init; } = -1;

    /// <summary>LEDs, faulty stations and last STOP of the CPU; there with <see cref="DiagnosticBuffer"/>.</summary>
    public int Leds { get; init; } = -1;

    public int FaultyStations { get; init; } = -1;

    public int LastStop { get; init; } = -1;
}

/// <summary>Table rows of the bridge itself.</summary>
internal sealed record BridgeVariables(
    int Root,
    int MapLoads,
    int MapLoaded,
    int MapChange,
    int MapFindings,
    int Standstills,
    int Restarts,
    int QueuedBatches
);
