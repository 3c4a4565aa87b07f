using System.CommandLine;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.Local;
using S7OpcBridge.Output;

namespace S7OpcBridge.Commands.Running;

/// <summary>
/// <c>health [map]</c>: reports as an exit code whether the bridge of this map is alive. For health checks of containers: it needs no shell, port or web
/// server, and uses only the path of the map without reading it.
/// </summary>
internal static class HealthCommand
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(4);

    public static Command Build()
    {
        var map = MapCommand.OptionalArgument();
        var command = new Command("health", "Checks whether the running bridge of a map is alive; exit code 0: it is.") { map };
        command.SetAction(
            async (parsed, cancellationToken) =>
            {
                using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
                patience.CancelAfter(Patience);
                var (path, error) = (parsed.GetRequiredValue(map), parsed.InvocationConfiguration.Error);
                try
                {
                    using var bridge = await RunningBridge.FindAsync(path, error.WriteLine, patience.Token);
                    if (bridge is null)
                        return Sick(error, $"no bridge is running with {path} as this user; docs/watch.md says where it can be asked.");
                    if (await bridge.HealthAsync(patience.Token) is not { } answer)
                        return Sick(error, patience.IsCancellationRequested ? Silent() : "the bridge is stopping.");
                    if (answer.Trouble is { } trouble)
                        return Sick(error, trouble);
                    parsed.InvocationConfiguration.Output.WriteLine(answer.Status);
                    return ExitCode.Ok;
                }
                catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
                {
                    return Sick(error, Silent());
                }
            }
        );
        return command;
    }

    private static string Silent() => $"the bridge has not answered within {Patience.TotalSeconds:0} s.";

    private static int Sick(TextWriter error, string sentence)
    {
        error.WriteLine($"s7opcbridge: {sentence}");
        return ExitCode.Failed;
    }
}
