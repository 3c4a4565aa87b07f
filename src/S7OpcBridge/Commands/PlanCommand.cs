using System.CommandLine;

namespace S7OpcBridge;

/// <summary><c>plan map</c>: the read plan, before any connection.</summary>
internal static class PlanCommand
{
    public static Command Build()
    {
        var map = MapCommand.Argument();
        var pdu = NumberOption.Build("--pdu", "PDU size in bytes to plan with. Default: what the family and the map make likely.", 112, 65535);
        var items = NumberOption.Build("--max-items", "Items per request at most. Default: the profile's and the map's.", 1, 255);
        var format = new Option<string>("--format") { Description = "text or json.", DefaultValueFactory = _ => "text" };
        format.AcceptOnlyFromAmong("text", "json");
        var command = new Command("plan", "Prints the read plan of a map: requests, items, bytes, and a proven lower bound.") { map, pdu, items, format };
        command.SetAction(parsed =>
        {
            if (MapCommand.Load(parsed, map) is not { } loaded)
                return ExitCode.Failed;
            var report = PlanReport.Of(loaded, parsed.GetValue(pdu), parsed.GetValue(items));
            var output = parsed.InvocationConfiguration.Output;
            if (parsed.GetValue(format) == "json")
                output.WriteLine(PlanJson.Write(report));
            else
                PlanTables.Write(report, output);
            return ExitCode.Ok;
        });
        return command;
    }
}
