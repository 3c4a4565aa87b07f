using System.Diagnostics;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// How long the bridge takes from nothing to listening and to the values of all tags, and what it does meanwhile; each run a process of its own.
/// </summary>
internal static class StartTable
{
    /// <param name="tags">Number of tags.</param>
    /// <param name="plcs">Number of PLCs.</param>
    /// <param name="rounds">Runs; the best and the worst are told.</param>
    /// <param name="program">The program; null: <see cref="BridgeProcess.Tested"/>.</param>
    public static async Task<ResultTable> MeasureAsync(int tags, int plcs, int rounds, string? program)
    {
        var table = new ResultTable(
            "startup",
            $"Start with {tags:N0} tags on {plcs} PLCs",
            new Column("best", "s", Drawn: true),
            new Column("median", "s"),
            new Column("worst", "s"),
            new Column("CPU, best", "s", Drawn: true)
        );
        foreach (var tables in new ScaleTags(tags, plcs).NeedTables ? new[] { true } : [false, true])
        {
            var map = tables ? "CSV" : "YAML";
            await AddChecksAsync(table, map, new ScaleTags(tags, plcs), tables, rounds, program ?? BridgeProcess.Tested);
            var starts = new List<(double Listening, double Values, double Cpu)>();
            for (var round = 0; round < rounds; round++)
            {
                await using var bench = await ScaleBench.StartAsync(new ScaleTags(tags, plcs), moving: 1, tables, program);
                starts.Add((bench.Listening.TotalSeconds, bench.FirstValues.TotalSeconds, bench.StartCpu.TotalSeconds));
            }
            Add(table, map, "to listening (runtime, map, nodes)", [.. starts.Select(start => (start.Listening, (double?)null))]);
            Add(table, map, "to the first values of all", [.. starts.Select(start => (start.Values, (double?)start.Cpu))]);
        }
        table.Notes.Add(
            $"{rounds} runs of each. 'Runtime' is '--version', 'runtime and map' is 'validate': reading, checking and compiling the map without a bridge."
        );
        table.Notes.Add(
            "Wall time on a machine that others use is an upper limit; CPU time repeats. The first values wait for the PLCs' staggered starts, too: 50 ms per "
                + "PLC."
        );
        return table;
    }

    private static async Task AddChecksAsync(ResultTable table, string map, ScaleTags tags, bool tables, int rounds, string program)
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-scale-").FullName;
        var path = tags.WriteMap(folder, 20_000, 20_100, tables);
        var (runtime, validate) = (new List<(double, double?)>(), new List<(double, double?)>());
        for (var round = 0; round < rounds; round++)
        {
            runtime.Add(await TimeAsync(BridgeProcess.CommandOf(program, "--version")));
            validate.Add(await TimeAsync(BridgeProcess.CommandOf(program, "validate", path)));
        }
        Add(table, map, "runtime", runtime);
        Add(table, map, "runtime and map", validate);
        Directory.Delete(folder, recursive: true);
    }

    private static async Task<(double Wall, double? Cpu)> TimeAsync(string[] command)
    {
        var (cpu, began) = (ChildrenCpu.SoFar, Stopwatch.GetTimestamp());
        using var process = Process.Start(
            new ProcessStartInfo(command[0], command[1..]) { RedirectStandardOutput = true, RedirectStandardError = true }
        )!;
        await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        var wall = Stopwatch.GetElapsedTime(began).TotalSeconds;
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{string.Join(' ', command)} failed: {await process.StandardError.ReadToEndAsync()}");
        return (wall, (ChildrenCpu.SoFar - cpu)?.TotalSeconds);
    }

    private static void Add(ResultTable table, string map, string phase, List<(double Wall, double? Cpu)> runs)
    {
        var walls = runs.Select(run => run.Wall).Order().ToArray();
        table.Add(map, phase, walls[0], walls[walls.Length / 2], walls[^1], runs.Min(run => run.Cpu));
    }
}
