using System.CommandLine;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.Core;
using S7OpcBridge.Hosting;
using S7OpcBridge.Local;
using S7OpcBridge.Map;
using S7OpcBridge.Output;
using S7OpcBridge.Simulation;
using S7OpcBridge.Startup;
using S7OpcBridge.Watch;

namespace S7OpcBridge.Commands.Plants;

/// <summary><c>watch [map] [--plc NAME] [TAG…]</c>: shows live values in the terminal.</summary>
internal static class WatchCommand
{
    private const string OwnNote = "No bridge is running with this map: watch has a connection of its own to each PLC.";
    private const string BridgeNote = "Values of the running bridge; no second connection.";

    public static Command Build()
    {
        var map = MapCommand.OptionalArgument();
        var tags = new Argument<string[]>("TAG")
        {
            Description = "Tags to watch: Motor/Speed, Motor for all below it, '*/Speed'. Default: all.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        tags.Validators.Add(MapCommand.RefuseOptions);
        var plc = PlcOption.Build("Only tags of this PLC.");
        var alarms = new Option<bool>("--alarms")
        {
            Description = "Alarms of the running bridge instead of values: those of now, then a line per change.",
        };
        var command = new Command("watch", "Shows live values in the terminal, without OPC UA; in a pipe, a line per change.")
        {
            map,
            tags,
            plc,
            alarms,
        };
        command.SetAction(
            async (parsed, cancellationToken) =>
            {
                var (output, error) = (parsed.InvocationConfiguration.Output, parsed.InvocationConfiguration.Error);
                if (MapCommand.Load(parsed, map) is not { } loaded || !PlcOption.Holds(loaded, parsed.GetValue(plc), error))
                    return ExitCode.Failed;
                if (parsed.GetValue(alarms))
                    return await AlarmsAsync(loaded, parsed.GetValue(plc), output, error, cancellationToken);
                var filter = new WatchFilter(parsed.GetValue(plc), parsed.GetValue(tags) ?? []);
                var wanted = filter.Select(loaded.Tags);
                if (wanted.Count == 0 && filter.MaySelect(loaded.Tags).Count == 0)
                {
                    error.WriteLine(
                        parsed.GetValue(tags) is { Length: > 0 } patterns
                            ? $"s7opcbridge: no tag of the map matches {string.Join(", ", patterns)}; write a name, a folder or a pattern such as '*/Speed'."
                            : $"s7opcbridge: there is nothing to watch: {parsed.GetValue(plc) ?? "the map"} has no tags; add some under 'tags' in the map."
                    );
                    return ExitCode.Failed;
                }
                using var stop = StopSignals.Listen(cancellationToken);
                using var bridge = await RunningBridge.FindAsync(loaded.Files[0], error.WriteLine, stop.Token);
                if (bridge is null)
                {
                    await using var plant = await SimulatedPlant.StartAsync(loaded, firstPort: 0, TimeProvider.System);
                    var direct = DirectWatch.RunAsync(
                        plant.Redirect(loaded.Tags),
                        filter,
                        PlusHooks.Create(loaded, null, TimeProvider.System),
                        TimeProvider.System,
                        stop.Token
                    );
                    await ShowAsync(direct, loaded.Tags, wanted, OwnNote, output, error);
                    return ExitCode.Ok;
                }
                var toTheEnd = await ShowAsync(
                    bridge.WatchAsync(parsed.GetValue(plc), parsed.GetValue(tags) ?? [], stop.Token),
                    loaded.Tags,
                    wanted,
                    BridgeNote,
                    output,
                    error
                );
                if (!toTheEnd || stop.Token.IsCancellationRequested)
                    return ExitCode.Ok;
                error.WriteLine("s7opcbridge: the bridge has stopped; start watch again for connections of its own.");
                return ExitCode.Failed;
            }
        );
        return command;
    }

    private static async Task<int> AlarmsAsync(
        BridgeMap map,
        string? plc,
        TextWriter output,
        TextWriter error,
        CancellationToken cancellationToken
    )
    {
        using var stop = StopSignals.Listen(cancellationToken);
        using var bridge = await RunningBridge.FindAsync(map.Files[0], error.WriteLine, stop.Token);
        if (bridge is null)
        {
            error.WriteLine(
                "s7opcbridge: no bridge is running with this map on this machine, and only a running one knows what was acknowledged; start it "
                    + $"with 's7opcbridge run {map.Files[0]}'."
            );
            return ExitCode.Failed;
        }
        var isRead = await AlarmLines.WriteAsync(
            bridge.AlarmsAsync(plc, LocaleOf(Environment.GetEnvironmentVariable("LANG")), stop.Token),
            output
        );
        if (!isRead || stop.Token.IsCancellationRequested)
            return ExitCode.Ok;
        error.WriteLine("s7opcbridge: the bridge has stopped.");
        return ExitCode.Failed;
    }

    // de_DE.UTF-8
    private static string? LocaleOf(string? lang) =>
        lang?.Split('.', '@')[0].Replace('_', '-') is { Length: >= 2 } locale && locale != "C" ? locale : null;

    private static async Task<bool> ShowAsync(
        IAsyncEnumerable<WatchUpdate> news,
        TagMap map,
        IReadOnlyList<Tag> wanted,
        string note,
        TextWriter output,
        TextWriter error
    )
    {
        var console = Terminal.Over(output);
        if (console.Profile.Out.IsTerminal)
        {
            await WatchScreen.ShowAsync(news, new WatchTable(map, wanted, TimeProvider.System), note, console);
            return true;
        }
        error.WriteLine(note);
        return await WatchLines.WriteAsync(news, OutputPipe.Wrap(output), error);
    }
}
