using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary><c>e2e</c>: how old a change is when it reaches the client.</summary>
internal static class EndToEndCommand
{
    public static Command Build()
    {
        var seconds = new Option<double>("--seconds")
        {
            Description = "Length of each measurement.",
            DefaultValueFactory = _ => 20,
        }.AtLeast(EndToEndTable.Stretch.TotalSeconds);
        return TableCommand.Build(
            "e2e",
            "From a change in a simulated PLC to the client: percentiles against the timers involved, GC pauses, allocations.",
            [seconds],
            (parsed, cancellationToken) => EndToEndTable.MeasureAsync(TimeSpan.FromSeconds(parsed.GetValue(seconds)), cancellationToken)
        );
    }
}
