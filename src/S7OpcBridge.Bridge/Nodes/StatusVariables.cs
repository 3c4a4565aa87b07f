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
);

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
