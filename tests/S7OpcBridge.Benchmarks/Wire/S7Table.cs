using System.Diagnostics;
using S7OpcBridge.S7;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// The S7 client against a soft PLC in a process of its own: round trips by jobs in flight, and a scattered list against npm's clients in the same run.
/// </summary>
internal static class S7Table
{
    private const int Length = 4;

    private static readonly TimeSpan Window = TimeSpan.FromSeconds(0.5);

    public static async Task<ResultTable> MeasureAsync(int rounds)
    {
        var table = new ResultTable(
            "s7",
            "The S7 client and a soft PLC: jobs and lists per second",
            new Column("median", "1/s", Drawn: true),
            new Column("best", "1/s"),
            new Column("CPU of the client", "µs each"),
            new Column("ours ÷ this")
        );
        foreach (var jobs in new[] { 1, 3, 8 })
            await AddRoundTripsAsync(table, jobs, rounds);
        await AddWaysAsync(table, rounds);
        await AddListsAsync(table, rounds);
        table.Notes.Add(
            $"Round trips: one item of {Length} bytes per job, so many jobs under way; a soft PLC (generic, PDU 960, 8 jobs) in a process of its own. "
                + $"{rounds} windows of {Window.TotalSeconds:0.0} s, the CPU is that of the median."
        );
        table.Notes.Add(
            $"List: {ListAgainstNpm.Items} Reals {ListAgainstNpm.Stride} bytes apart, read as a list, again and again. nodes7 and node-snap7 come from npm "
                + "and run against the same soft PLC, one after the other; their CPU is not measured."
        );
        return table;
    }

    private static async Task AddRoundTripsAsync(ResultTable table, int jobs, int rounds)
    {
        await using var plant = await QuietPlant.StartAsync(PlantTags.SideBySide(10), "1s", dataBytes: 1000, profile: "generic");
        await using var connection = await S7Connection.ConnectAsync(
            new S7ConnectionOptions
            {
                Host = "127.0.0.1",
                Port = plant.Port,
                MaxJobs = jobs,
            },
            TimeProvider.System,
            CancellationToken.None
        );
        var windows = new List<(double Rate, double Cpu)>();
        for (var round = -1; round < rounds; round++)
        {
            var (cpu, began) = (Environment.CpuUsage.TotalTime, Stopwatch.GetTimestamp());
            var lanes = Enumerable.Range(0, jobs).Select(lane => LaneAsync(connection, lane, began)).ToArray();
            var trips = (await Task.WhenAll(lanes)).Sum();
            if (round >= 0)
                windows.Add(
                    (trips / Stopwatch.GetElapsedTime(began).TotalSeconds, (Environment.CpuUsage.TotalTime - cpu).TotalMicroseconds / trips)
                );
        }
        Add(table, "round trips", $"{jobs} {(jobs == 1 ? "job" : "jobs")} in flight", windows);
    }

    private static async Task<int> LaneAsync(S7Connection connection, int lane, long began)
    {
        var job = new S7ReadJob([new S7Range(S7Area.DataBlock, 1, lane * 16, Length)]);
        var trips = 0;
        for (; Stopwatch.GetElapsedTime(began) < Window; trips++)
            await connection.ReadAsync(job, CancellationToken.None);
        return trips;
    }

    private static async Task AddWaysAsync(ResultTable table, int rounds)
    {
        foreach (var (way, jobs, ours, plain) in await WaysToWait.MeasureAsync(rounds))
        {
            table.Add($"round trips, {way}", $"{jobs} in flight, ours", 1_000_000 / ours);
            table.Add($"round trips, {way}", $"{jobs} in flight, plain client", 1_000_000 / plain);
        }
        table.Notes.Add(
            "The ways to wait are measured in a process with the runtime's default settings; the plain client is one over the runtime's sockets."
        );
    }

    private static async Task AddListsAsync(ResultTable table, int rounds)
    {
        await using var plant = await ListAgainstNpm.StartPlantAsync();
        var windows = new List<(double Rate, double Cpu)>();
        for (var round = 0; round < rounds; round++)
        {
            var cpu = Environment.CpuUsage.TotalTime;
            var rate = await ListAgainstNpm.OursAsync(plant.Port, Window);
            // A second to warm up goes before each window.
            windows.Add((rate, (Environment.CpuUsage.TotalTime - cpu).TotalMicroseconds / (rate * (Window.TotalSeconds + 1))));
        }
        Add(table, "list of 500 scattered Reals", "ours", windows);
        foreach (var (package, script) in ListAgainstNpm.Peers())
        {
            var rate = await ListAgainstNpm.TheirsAsync(plant.Port, package, script);
            table.Add("list of 500 scattered Reals", package, rate, rate);
        }
        table.FillRatios("ours ÷ this", "median", "ours");
        foreach (var row in table.Rows)
            row.Values[^1] =
                row.Group.StartsWith("list", StringComparison.Ordinal) && row.Values[^1] is > 0 and var share ? 1 / share : null;
    }

    private static void Add(ResultTable table, string group, string label, List<(double Rate, double Cpu)> windows)
    {
        var sorted = windows.OrderBy(window => window.Rate).ToArray();
        table.Add(group, label, sorted[sorted.Length / 2].Rate, sorted[^1].Rate, sorted[sorted.Length / 2].Cpu);
    }
}
