using System.CommandLine;
using System.Text.Json;
using S7OpcBridge.Clustering;
using S7OpcBridge.Local;
using S7OpcBridge.Output;

namespace S7OpcBridge.Commands;

/// <summary><c>cluster status [map]</c>: asks the running bridge of this machine how its cluster is.</summary>
internal static class ClusterCommand
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(4);

    public static Command Build()
    {
        var map = MapCommand.OptionalArgument();
        var format = new Option<string>("--format") { Description = "text or json.", DefaultValueFactory = _ => "text" };
        format.AcceptOnlyFromAmong("text", "json");
        var status = new Command("status", "Shows nodes, who reads which PLC, and the links, as the running bridge of a map sees them; exit code 1: something "
            + "is wrong.") { map, format };
        status.SetAction((parsed, cancellationToken) =>
            ShowAsync(parsed.GetRequiredValue(map), parsed.GetValue(format) == "json", parsed.InvocationConfiguration, cancellationToken));
        return new Command("cluster", "Several machines that run the same PLCs.") { status };
    }

    private static async Task<int> ShowAsync(string map, bool isJson, InvocationConfiguration console, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(Patience);
        try
        {
            using var bridge = await RunningBridge.FindAsync(map, console.Error.WriteLine, patience.Token);
            if (bridge is null)
                return Fail($"no bridge is running with {map} as this user; docs/watch.md says where it can be asked.");
            if (await bridge.ClusterAsync(patience.Token) is not { } answer)
                return Fail(patience.IsCancellationRequested ? Silent() : "the bridge is stopping.");
            if (answer.State is not { } state)
                return Fail($"the bridge of {map} runs without a cluster; docs/cluster.md says how to make one.");
            if (isJson)
                console.Output.WriteLine(JsonSerializer.Serialize(answer, LocalJson.Shapes.ClusterAnswer));
            else
                ClusterText.Write(state, answer.ServiceLevel, console.Output);
            return state.Troubles().Count > 0 ? ExitCode.Failed : ExitCode.Ok;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return Fail(Silent());
        }

        int Fail(string sentence)
        {
            console.Error.WriteLine($"s7opcbridge: {sentence}");
            return ExitCode.Failed;
        }
    }

    private static string Silent() => $"the bridge has not answered within {Patience.TotalSeconds:0} s.";
}
