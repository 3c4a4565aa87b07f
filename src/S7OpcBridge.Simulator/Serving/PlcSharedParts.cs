using S7OpcBridge.Simulator.Cpu;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>The parts that all connections of a PLC share.</summary>
internal sealed record PlcSharedParts(PlcParts Plc, JobServer Server, CpuQueue Queue, PlcFaults Faults, LinkList Links)
{
    public CpuBehavior Behavior => Plc.Behavior;

    public PlcCounters Counters => Plc.Counters;

    public TimeProvider Time => Plc.Time;
}
