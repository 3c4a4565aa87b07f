using System.CommandLine;
using System.Net.Sockets;
using System.Text.Json;
using S7OpcBridge.Cluster;
using S7OpcBridge.Clustering;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.Hosting;
using S7OpcBridge.Local;
using S7OpcBridge.Output;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Commands.Running;

/// <summary>
/// <c>cluster status [map]</c>: asks the running bridge of this machine how its cluster is. <c>cluster forget node [map]</c>: takes a node that left for good
/// from the list that the store keeps.
/// </summary>
internal static class ClusterCommand
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(4),
        StorePatience = TimeSpan.FromSeconds(10);

    public static Command Build()
    {
        var map = MapCommand.OptionalArgument();
        var format = new Option<string>("--format") { Description = "text or json.", DefaultValueFactory = _ => "text" };
        format.AcceptOnlyFromAmong("text", "json");
        var status = new Command(
            "status",
            "Shows nodes, who reads which PLC, and the links, as the running bridge of a map sees them; exit code 1: something "
                + "is wrong."
        )
        {
            map,
            format,
        };
        status.SetAction(
            (parsed, cancellationToken) =>
                ShowAsync(
                    parsed.GetRequiredValue(map),
                    parsed.GetValue(format) == "json",
                    parsed.InvocationConfiguration,
                    cancellationToken
                )
        );
        return new Command("cluster", "Several machines that run the same PLCs.") { status, Forget() };
    }

    private static Command Forget()
    {
        var node = new Argument<string>("node") { Description = "Name of the node that left for good." };
        node.Validators.Add(MapCommand.RefuseOptions);
        var map = MapCommand.OptionalArgument();
        var forget = new Command(
            "forget",
            "Makes the cluster forget a node that left for good, so that nobody misses it; without this it is forgotten after "
                + "seven days. Works on the list of nodes itself: any node's map will do."
        )
        {
            node,
            map,
        };
        forget.SetAction(
            (parsed, cancellationToken) =>
                ClusterFeature.Find() is { } feature
                    ? ForgetAsync(
                        feature,
                        parsed.GetRequiredValue(node),
                        parsed.GetRequiredValue(map),
                        parsed.InvocationConfiguration,
                        cancellationToken
                    )
                    : Task.FromResult(Fail(parsed.InvocationConfiguration, ProgramBuild.NoForget))
        );
        return forget;
    }

    private static async Task<int> ForgetAsync(
        ClusterFeature feature,
        string node,
        string map,
        InvocationConfiguration console,
        CancellationToken cancellationToken
    )
    {
        if (MapCommand.Load(map, console.Error, onlyErrors: true) is not { } loaded)
            return ExitCode.Failed;
        if (loaded.Cluster is not { } settings)
            return Fail(console, $"{map} has no cluster; docs/cluster.md says how to make one.");
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(StorePatience);
        try
        {
            if (await feature.ForgetAsync(settings, node, patience.Token) is { } refusal)
                return Fail(console, refusal);
        }
        catch (Exception failure)
            when (failure is ClusterStoreException or IOException or SocketException or TimeoutException or OperationCanceledException
                && !cancellationToken.IsCancellationRequested
            )
        {
            return Fail(
                console,
                $"the list of nodes in {settings.Members.Store.ToString().ToLowerInvariant()} cannot be reached: {failure.Message}"
            );
        }
        console.Output.WriteLine($"Cluster {settings.Name} has forgotten node {node}. When it starts again it is a member as before.");
        return ExitCode.Ok;
    }

    private static async Task<int> ShowAsync(string map, bool isJson, InvocationConfiguration console, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(Patience);
        try
        {
            using var bridge = await RunningBridge.FindAsync(map, console.Error.WriteLine, patience.Token);
            if (bridge is null)
                return Fail(console, $"no bridge is running with {map} as this user; docs/watch.md says where it can be asked.");
            if (await bridge.ClusterAsync(patience.Token) is not { } answer)
                return Fail(console, patience.IsCancellationRequested ? Silent() : "the bridge is stopping.");
            if (answer.State is not { } state)
                return Fail(console, $"the bridge of {map} runs without a cluster; docs/cluster.md says how to make one.");
            if (isJson)
                console.Output.WriteLine(JsonSerializer.Serialize(answer, LocalJson.Shapes.ClusterAnswer));
            else
                ClusterText.Write(state, answer.ServiceLevel, console.Output);
            return state.Troubles().Count > 0 ? ExitCode.Failed : ExitCode.Ok;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return Fail(console, Silent());
        }
    }

    private static int Fail(InvocationConfiguration console, string sentence)
    {
        console.Error.WriteLine($"s7opcbridge: {sentence}");
        return ExitCode.Failed;
    }

    private static string Silent() => $"the bridge has not answered within {Patience.TotalSeconds:0} s.";
}
