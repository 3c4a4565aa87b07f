namespace S7OpcBridge.Web;

/// <summary>What the bridge would ask of a PLC.</summary>
/// <param name="About">Profile and PDU.</param>
/// <param name="MostRequests">Its load ceiling; null: none.</param>
/// <param name="Busy">Share of time for which the CPU answers; null: not known for a PLC by symbol.</param>
/// <param name="MostBusy">Its ceiling; null: none.</param>
/// <param name="Share">The larger share of both ceilings, 1 is all of it; null: there is none.</param>
/// <param name="Scans">The scan classes.</param>
/// <param name="Warnings">Where the plan is too much.</param>
public sealed record PlcLoad(
    string Name,
    string About,
    double RequestsPerSecond,
    double? MostRequests,
    double? Busy,
    double? MostBusy,
    double? Share,
    IReadOnlyList<ScanLoad> Scans,
    IReadOnlyList<string> Warnings
);

/// <summary>What a scan class asks.</summary>
/// <param name="Requests">Requests per cycle.</param>
/// <param name="Share">As of the PLC, of this class alone.</param>
/// <param name="CycleMs">How long a cycle takes about; null: not known for a PLC by symbol.</param>
public sealed record ScanLoad(
    string Name,
    double IntervalMs,
    int Tags,
    int Requests,
    double RequestsPerSecond,
    double? Share,
    double? CycleMs = null
);
