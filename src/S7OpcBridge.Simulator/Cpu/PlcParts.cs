namespace S7OpcBridge.Simulator.Cpu;

/// <summary>The parts of a soft PLC needed to serve a job.</summary>
internal sealed record PlcParts(
    string Name,
    CpuBehavior Behavior,
    PlcMemory Memory,
    PlcCpu Cpu,
    PlcMessages Messages,
    PlcCounters Counters,
    TimeProvider Time
);
