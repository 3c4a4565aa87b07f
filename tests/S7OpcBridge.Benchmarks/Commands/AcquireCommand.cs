using System.CommandLine;
using S7OpcBridge.Commands;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// <c>acquire map period</c> and <c>sketch map period</c>: our acquisition, and what is left of it without the bridge, as processes of their own for the
/// comparison with other clients. Each line of their input asks what so many cycles take.
/// </summary>
internal static class AcquireCommand
{
    public static Command Build() => Build("acquire", "Reads a map's PLCs and says what that costs, when asked.", QuietAcquisition.RunAsync);

    public static Command Sketch() => Build("sketch", "The same with nothing but a loop, a method that waits and a channel.", LoopSketch.RunAsync);

    private static Command Build(string name, string does, Func<string, TimeSpan, Task> run)
    {
        var map = new Argument<string>("map") { Description = "Path of the map." };
        var period = new Argument<int>("period") { Description = "Milliseconds between two cycles." };
        var command = new Command(name, does) { map, period };
        command.Hidden = true;
        command.SetAction((parsed, _) => run(parsed.GetValue(map)!, TimeSpan.FromMilliseconds(parsed.GetValue(period))));
        return command;
    }
}
