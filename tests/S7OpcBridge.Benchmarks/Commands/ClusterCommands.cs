using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary><c>failover</c>: three nodes of a cluster, one of which is lost.</summary>
internal static class ClusterCommands
{
    public static Command Failover()
    {
        var plcs = new Option<int>("--plcs") { Description = "Number of PLCs.", DefaultValueFactory = _ => 30 }.AtLeast(3);
        var rounds = new Option<int>("--rounds")
        {
            Description = "How often each way of failing is measured.",
            DefaultValueFactory = _ => 5,
        }.AtLeast(1);
        var program = new Option<string?>("--program")
        {
            Description = "Path of another build of the program, a published or native one for example.",
        };
        return TableCommand.Build(
            "failover",
            "Time without values when a node of a cluster is killed, frozen or stopped; needs redis-server.",
            [plcs, rounds, program],
            async (parsed, _) => await FailoverTable.MeasureAsync(parsed.GetValue(plcs), parsed.GetValue(rounds), parsed.GetValue(program))
        );
    }
}
