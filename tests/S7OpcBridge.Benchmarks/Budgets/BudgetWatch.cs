using System.Diagnostics;

namespace S7OpcBridge.Benchmarks;

/// <summary>Takes the time of a budget.</summary>
internal readonly struct BudgetWatch
{
    private readonly long _start;
    private readonly TimeSpan? _cpu;

    private BudgetWatch(long start, TimeSpan? cpu) => (_start, _cpu) = (start, cpu);

    public static BudgetWatch Start() => new(Stopwatch.GetTimestamp(), Cpu);

    public BudgetTime Stop(string name) => new(name, Stopwatch.GetElapsedTime(_start), Cpu - _cpu);

    private static TimeSpan? Cpu => Environment.CpuUsage.TotalTime + ChildrenCpu.SoFar;
}
