using System.CommandLine;
using S7OpcBridge.Commands;

namespace S7OpcBridge.Benchmarks;

/// <summary><c>acquire map seconds</c>: our acquisition as a process of its own, for the comparison with other clients.</summary>
internal static class AcquireCommand
{
    public static Command Build()
    {
        var map = new Argument<string>("map") { Description = "Path of the map." };
        var seconds = new Argument<int>("seconds") { Description = "How long it is measured." };
        var command = new Command("acquire", "Reads a map's PLCs and says what that costs.") { map, seconds };
        command.Hidden = true;
        command.SetAction((parsed, _) => QuietAcquisition.RunAsync(parsed.GetValue(map)!, parsed.GetValue(seconds)));
        return command;
    }
}
