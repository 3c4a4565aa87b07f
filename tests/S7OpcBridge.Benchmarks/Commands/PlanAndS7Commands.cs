using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary><c>plan</c> and <c>s7</c>: the way to the PLC.</summary>
internal static class PlanAndS7Commands
{
    public static Command Plan() =>
        TableCommand.Build(
            "plan",
            "Read requests against the proven bound and against clients that join over a constant gap, and planning time.",
            [],
            (_, _) => Task.FromResult<ResultTable?>(PlanTable.Measure())
        );

    public static Command S7()
    {
        var rounds = new Option<int>("--rounds")
        {
            Description = "Windows of each measurement; the median counts.",
            DefaultValueFactory = _ => 7,
        };
        return TableCommand.Build(
            "s7",
            "Round trips and lists per second against a soft PLC, npm's nodes7 and node-snap7 in the same run.",
            [rounds],
            async (parsed, _) => await S7Table.MeasureAsync(parsed.GetValue(rounds))
        );
    }

    public static Command Waits()
    {
        var port = new Argument<int>("port") { Description = "Port of the soft PLC." };
        var rounds = new Argument<int>("rounds") { Description = "Windows of each measurement." };
        var command = new Command("waits", "Round trips by way to wait for them, ours and a plain client's.") { port, rounds };
        command.Hidden = true;
        command.SetAction((parsed, _) => WaysToWait.RunAsync(parsed.GetValue(port), parsed.GetValue(rounds)));
        return command;
    }
}
