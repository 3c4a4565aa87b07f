using System.CommandLine;
using S7OpcBridge.Map;

namespace S7OpcBridge;

/// <summary><c>run [map] [--simulate]</c>: the bridge.</summary>
internal static class RunCommand
{
    public const string SimulateOption = "--simulate";

    public static Command Build()
    {
        var map = MapCommand.OptionalArgument();
        var simulate = new Option<bool>(SimulateOption) { Description = "Soft PLCs inside this process stand in for all PLCs of the map." };
        var command = new Command("run", "Runs the bridge (the default command).") { map, simulate };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            if (MapCommand.Load(parsed, map) is not { } loaded)
                return ExitCode.Failed;
            var (path, simulated) = (parsed.GetRequiredValue(map), parsed.GetValue(simulate));
            return await BridgeHost.RunAsync(simulated ? loaded.WithAllSimulated() : loaded, Load, parsed.InvocationConfiguration, cancellationToken);

            BridgeMap? Load(FindingList findings) => MapLoader.Load(path, findings) is { } again ? simulated ? again.WithAllSimulated() : again : null;
        });
        return command;
    }
}
