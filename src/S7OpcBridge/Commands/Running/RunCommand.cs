using System.CommandLine;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.FirstStart;
using S7OpcBridge.Hosting;
using S7OpcBridge.Map;
using S7OpcBridge.Output;

namespace S7OpcBridge.Commands.Running;

/// <summary><c>run [map] [--simulate]</c>: runs the bridge.</summary>
internal static class RunCommand
{
    public const string SimulateOption = "--simulate";

    public static Command Build()
    {
        var map = MapCommand.OptionalArgument();
        var simulate = new Option<bool>(SimulateOption) { Description = "Simulates all PLCs of the map by soft PLCs in this process." };
        var wireLog = WireLogOption.Build();
        var command = new Command("run", "Runs the bridge (the default command).") { map, simulate, wireLog };
        command.SetAction(
            async (parsed, cancellationToken) =>
            {
                var (path, simulated, console) = (parsed.GetRequiredValue(map), parsed.GetValue(simulate), parsed.InvocationConfiguration);
                if (!simulated && EmptyPlace.Find(path) is { } place)
                {
                    if (await FirstStartService.RunAsync(place, console, cancellationToken) is { } exit)
                        return exit;
                    path = Directory.Exists(path) ? place : path;
                }
                if ((ConsoleHost.LogsJson ? LoadIntoLog(path) : MapCommand.Load(path, console.Error)) is not { } loaded)
                    return IsService ? ExitCode.WrongMap : ExitCode.Failed;
                var first = simulated ? loaded.WithAllSimulated() : loaded;
                return await BridgeHost.RunAsync(first, Load, parsed.GetValue(wireLog), console, cancellationToken);

                BridgeMap? Load(FindingList findings) =>
                    MapLoader.Load(path, findings) is { } again
                        ? simulated
                            ? again.WithAllSimulated()
                            : again
                        : null;
            }
        );
        return command;
    }

    private static bool IsService => Environment.GetEnvironmentVariable("NOTIFY_SOCKET") is { Length: > 0 };

    // Where the log is JSON, the findings are log lines, too.
    private static BridgeMap? LoadIntoLog(string path)
    {
        var findings = new FindingList();
        var map = MapLoader.Load(path, findings);
        ConsoleHost.Log(logger =>
        {
            foreach (var (spot, isError, sentence) in findings.Sorted)
            {
                if (isError)
                    BridgeLog.MapError(logger, spot.File?.Path ?? "", spot.Line, spot.Column, sentence);
                else
                    BridgeLog.MapWarning(logger, spot.File?.Path ?? "", spot.Line, spot.Column, sentence);
            }
        });
        return map;
    }
}
