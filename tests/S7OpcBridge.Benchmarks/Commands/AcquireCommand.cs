using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// <c>acquire map period</c>: our acquisition as a process of its own for the comparison with other clients. Each line of its input asks what so many cycles
/// take.
/// </summary>
internal static class AcquireCommand
{
    public static Command Build()
    {
        var map = new Argument<string>("map") { Description = "Path of the map." };
        var period = new Argument<int>("period") { Description = "Milliseconds between two cycles." };
        var command = new Command("acquire", "Reads a map's PLCs and says what that costs, when asked.") { map, period };
        command.Hidden = true;
        command.SetAction(
            (parsed, _) => QuietAcquisition.RunAsync(parsed.GetValue(map)!, TimeSpan.FromMilliseconds(parsed.GetValue(period)))
        );
        return command;
    }
}
