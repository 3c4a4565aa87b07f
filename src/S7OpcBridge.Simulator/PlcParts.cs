namespace S7OpcBridge.Simulator;

/// <summary>The parts of a soft PLC that serving a job needs.</summary>
internal sealed record PlcParts(string Name, PlcManner Manner, PlcMemory Memory, PlcCpu Cpu, PlcCounters Counters, TimeProvider Time);
