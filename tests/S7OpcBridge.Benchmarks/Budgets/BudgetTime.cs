using System.Globalization;

namespace S7OpcBridge.Benchmarks;

/// <summary>How long a budget took to measure.</summary>
/// <param name="Name">Name of the budget.</param>
/// <param name="Clock">From its start to its end, a second measurement included.</param>
/// <param name="Cpu">What this process and those that it started and that ended took of the processor meanwhile; null where the system does not tell.</param>
internal sealed record BudgetTime(string Name, TimeSpan Clock, TimeSpan? Cpu)
{
    /// <summary>Both as text, in seconds.</summary>
    public string Seconds =>
        Cpu is { } cpu
            ? string.Create(CultureInfo.InvariantCulture, $"{Clock.TotalSeconds:0.0} s, {cpu.TotalSeconds:0.0} s of CPU")
            : string.Create(CultureInfo.InvariantCulture, $"{Clock.TotalSeconds:0.0} s");

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Name} {Clock.TotalSeconds:0} s");
}
