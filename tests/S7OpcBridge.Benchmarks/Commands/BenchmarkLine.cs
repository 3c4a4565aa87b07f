using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary>The commands of the benchmarks. What begins with an option goes to BenchmarkDotNet.</summary>
internal static class BenchmarkLine
{
    public static async Task<int> RunAsync(string[] args)
    {
        if (args is [['-', ..], ..] and not ["--help" or "-h" or "-?" or "--version", ..])
        {
            BenchmarkDotNet.Running.BenchmarkSwitcher.FromAssembly(typeof(BenchmarkLine).Assembly).Run(args);
            return 0;
        }
        // Whoever stops a measurement wants it to stop now, and its peers with it.
        return await Build()
            .Parse(args is [] ? ["--help"] : args)
            .InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = TimeSpan.FromSeconds(5) });
    }

    private static RootCommand Build() =>
        new("Benchmarks of S7OpcBridge. '--filter …' instead of a command runs those of BenchmarkDotNet.")
        {
            EndToEndCommand.Build(),
            PublishCommand.Build(),
            ReadCommand.Build(),
            PlanAndS7Commands.Plan(),
            PlanAndS7Commands.S7(),
            ScaleCommands.Memory(),
            ScaleCommands.Startup(),
            ScaleCommands.Scale(),
            ScaleCommands.Growth(),
            ClusterCommands.Failover(),
            BudgetsCommand.Build(),
            BudgetsCommand.Native(),
            ForwardingCommand.Build(),
            ServeCommand.Build(),
            AcquireCommand.Build(),
            PlanAndS7Commands.Waits(),
            ScaleCommands.Plant(),
        };
}
