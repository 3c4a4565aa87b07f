using System.CommandLine;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.Core;
using S7OpcBridge.Hosting;
using S7OpcBridge.Output;
using S7OpcBridge.Planning;
using S7OpcBridge.Simulation;

namespace S7OpcBridge.Commands.Plants;

/// <summary><c>plan map</c>: shows the read plan without connecting.</summary>
internal static class PlanCommand
{
    public static Command Build()
    {
        var map = MapCommand.Argument();
        var pdu = NumberOption.Build("--pdu", "PDU size in bytes to plan with. Default: the one expected from family and map.", 112, 65535);
        var items = NumberOption.Build("--max-items", "Items per request at most. Default: the profile's and the map's.", 1, 255);
        var live = new Option<bool>("--live")
        {
            Description = "Connects to the PLCs, plans with what they negotiate, and measures. Takes one connection of each.",
        };
        var format = new Option<string>("--format") { Description = "text or json.", DefaultValueFactory = _ => "text" };
        format.AcceptOnlyFromAmong("text", "json");
        var command = new Command("plan", "Prints the read plan of a map: requests, items, bytes, and a proven lower bound.")
        {
            map,
            pdu,
            items,
            live,
            format,
        };
        command.SetAction(
            async (parsed, cancellationToken) =>
            {
                if (MapCommand.Load(parsed, map) is not { } loaded)
                    return ExitCode.Failed;
                var report = PlanReport.For(loaded, parsed.GetValue(pdu), parsed.GetValue(items));
                if (parsed.GetValue(live))
                {
                    await using var plant = await SimulatedPlant.StartAsync(loaded, firstPort: 0, TimeProvider.System);
                    var plcs = await LivePlan.MeasureAsync(
                        report.Plcs,
                        plant.Redirect(loaded.Tags),
                        PlusHooks.Create(loaded, null, TimeProvider.System),
                        TimeProvider.System,
                        cancellationToken
                    );
                    report = new PlanReport(plcs);
                }
                var output = parsed.InvocationConfiguration.Output;
                if (parsed.GetValue(format) == "json")
                    output.WriteLine(PlanJson.Write(report));
                else
                    PlanTables.Write(report, output);
                return report.Plcs.Any(plc => plc.Live?.Error is not null) ? ExitCode.Failed : ExitCode.Ok;
            }
        );
        return command;
    }
}
