using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary><c>read</c>: values read per second, ours and others'.</summary>
internal static class ReadCommand
{
    public static Command Build()
    {
        var servers = new ServerOptions();
        var variables = new Option<int>("--variables")
        {
            Description = "Variables of each server.",
            DefaultValueFactory = _ => 100_000,
        }.AtLeast(1000);
        var seconds = new Option<double>("--seconds")
        {
            Description = "Length of each of the measured stretches.",
            DefaultValueFactory = _ => 2,
        }.AtLeast(0.1);
        var rounds = new Option<int>("--rounds")
        {
            Description = "Stretches per server and scenario; the median counts.",
            DefaultValueFactory = _ => 3,
        }.AtLeast(1);
        return TableCommand.Build(
            "read",
            "Values read per second at 1, 100 and 1,000 nodes per call, and the time to subscribe to all tags: ours, node-opcua's, and those of any server "
                + "named.",
            [.. servers.All, variables, seconds, rounds],
            async (parsed, _) =>
                await ReadTable.MeasureAsync(
                    servers.Read(parsed),
                    servers.IsAlone(parsed),
                    servers.Only(parsed),
                    parsed.GetValue(variables),
                    TimeSpan.FromSeconds(parsed.GetValue(seconds)),
                    parsed.GetValue(rounds)
                )
        );
    }
}
