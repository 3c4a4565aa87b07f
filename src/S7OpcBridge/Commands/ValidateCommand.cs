using System.CommandLine;

namespace S7OpcBridge;

/// <summary><c>validate map</c>: every finding, and whether it would run.</summary>
internal static class ValidateCommand
{
    public static Command Build()
    {
        var map = MapCommand.Argument();
        var command = new Command("validate", "Checks a map and prints every finding.") { map };
        command.SetAction(parsed =>
        {
            if (MapCommand.Load(parsed, map) is not { } loaded)
                return ExitCode.Failed;
            foreach (var plc in PlanReport.Of(loaded, pduSize: null, maxItems: null).Plcs)
            {
                foreach (var sentence in PlanWarnings.Of(plc))
                    parsed.InvocationConfiguration.Error.WriteLine(new Finding(loaded.PlcSpots[plc.Plc.Index], IsError: false, sentence));
            }
            parsed.InvocationConfiguration.Output.WriteLine($"{parsed.GetRequiredValue(map)} is fine: {Count(loaded.Tags.Plcs.Length, "PLC")}, {Count(loaded.Tags.Tags.Length, "tag")}.");
            return ExitCode.Ok;
        });
        return command;
    }

    private static string Count(int count, string noun) => $"{count} {noun}{(count == 1 ? "" : "s")}";
}
