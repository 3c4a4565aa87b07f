using System.CommandLine;

namespace S7OpcBridge;

/// <summary><c>simulate map</c>: runs only the soft PLCs of a map.</summary>
internal static class SimulateCommand
{
    private const int DefaultPort = 10200;

    public static Command Build()
    {
        var map = MapCommand.Argument();
        var port = NumberOption.Build("--port", $"Port of the first soft PLC; the k-th listens on port N+k−1. Default {DefaultPort}.", 1, 65535);
        var command = new Command("simulate", "Runs only the soft PLCs of a map.") { map, port };
        command.SetAction(async (parsed, cancellationToken) => MapCommand.Load(parsed, map) is { } loaded
            ? await SimulatorHost.RunAsync(loaded, parsed.GetValue(port) ?? DefaultPort, parsed.InvocationConfiguration, cancellationToken)
            : ExitCode.Failed);
        return command;
    }
}
