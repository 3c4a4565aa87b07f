namespace S7OpcBridge.Simulator;

/// <summary>What all connections of a PLC share.</summary>
internal sealed record PlcWorks(PlcParts Plc, JobServer Server, CpuQueue Queue, PlcFaults Faults, LinkList Links)
{
    public PlcManner Manner => Plc.Manner;

    public PlcCounters Counters => Plc.Counters;

    public TimeProvider Time => Plc.Time;
}
