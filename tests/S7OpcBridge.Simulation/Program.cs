using System.CommandLine;
using System.Diagnostics;
using System.Security.Cryptography;
using S7OpcBridge.Simulation.Faults;
using S7OpcBridge.Simulation.Runs;

namespace S7OpcBridge.Simulation;

/// <summary>Plays seeds. Exit code 1: one of them failed; the last lines say what, and how it is played again.</summary>
internal static class Program
{
    public static Task<int> Main(string[] args)
    {
        // One worker: whatever is ready to run then runs in one order. Not set for the process that runs the tests.
        ThreadPool.SetMinThreads(1, 1);
        ThreadPool.SetMaxThreads(1, 1);
        var first = new Option<ulong?>("--seed") { Description = "The first seed; default: a new one." };
        var count = new Option<int?>("--count") { Description = "How many seeds, one after another; default: 1 where a seed is given." };
        var minutes = new Option<double>("--minutes")
        {
            Description = "For how long to play; default: 1.",
            DefaultValueFactory = static _ => 1,
        };
        var limit = new Option<int>("--limit")
        {
            Description = "Most things that go wrong in a run.",
            DefaultValueFactory = static _ => int.MaxValue,
        };
        var trace = new Option<bool>("--trace") { Description = "Prints all that happens." };
        var kept = new Option<bool>("--kept") { Description = "Plays the seeds of seeds.txt, each of which has failed once." };
        var fault = new Option<string?>("--fault")
        {
            Description = $"Plants a fault into the bridge: {string.Join(", ", PlantedFault.Names)}.",
        };
        var root = new RootCommand("Plays a bridge and a PLC in simulated time on a simulated network.")
        {
            first,
            count,
            minutes,
            limit,
            trace,
            kept,
            fault,
        };
        root.SetAction(
            (result, _) =>
                result.GetValue(fault) is { } name ? PlantedFault.RunAsync(name, [.. WithoutFault(args, name)])
                : result.GetValue(kept) ? PlayKeptAsync()
                : PlayAsync(
                    result.GetValue(first),
                    result.GetValue(count) ?? (result.GetValue(first) is null ? int.MaxValue : 1),
                    TimeSpan.FromMinutes(result.GetValue(minutes)),
                    result.GetValue(limit),
                    result.GetValue(trace)
                )
        );
        return root.Parse(args).InvokeAsync();
    }

    private static IEnumerable<string> WithoutFault(string[] args, string name) => args.Where(arg => arg != "--fault" && arg != name);

    private static async Task<int> PlayAsync(ulong? first, int count, TimeSpan longest, int limit, bool trace)
    {
        var seed = first ?? BitConverter.ToUInt32(RandomNumberGenerator.GetBytes(4));
        var began = Stopwatch.GetTimestamp();
        var (played, simulated, events) = (0, TimeSpan.Zero, 0L);
        for (; played < count && (count != int.MaxValue || Stopwatch.GetElapsedTime(began) < longest); played++, seed++)
        {
            var result = await Run.PlayAsync(seed, limit, trace ? Console.Out : null);
            (simulated, events) = (simulated + result.Simulated, events + result.Events);
            if (count != int.MaxValue)
                Console.WriteLine(
                    $"seed {seed}: {result.Hash:x16}, {result.Disturbances} disturbances, {result.Events} events, {result.Simulated}"
                );
            if (result.Failure is null)
                continue;
            await ReportAsync(result);
            return 1;
        }
        var took = Stopwatch.GetElapsedTime(began);
        Console.WriteLine(
            $"{played} seeds up to {seed - 1} hold: {simulated.TotalHours:0.0} simulated hours, {events} events in {took.TotalSeconds:0.0} s: "
                + $"{simulated.TotalHours / took.TotalSeconds:0.00} hours per second"
        );
        return 0;
    }

    private static async Task<int> PlayKeptAsync()
    {
        foreach (var line in await File.ReadAllLinesAsync(Path.Combine(AppContext.BaseDirectory, "seeds.txt")))
        {
            if (line.Split('#')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries) is not [var seed, var limit])
                continue;
            var result = await Run.PlayAsync(ulong.Parse(seed), int.Parse(limit), trace: null);
            Console.WriteLine($"seed {seed}, at most {limit} disturbances: {result.Failure ?? "holds"}");
            if (result.Failure is not null)
                return 1;
        }
        return 0;
    }

    private static async Task ReportAsync(RunResult failed)
    {
        Console.WriteLine($"seed {failed.Seed} failed: {failed.Failure}");
        var (limit, result) = await Shrinking.ShrinkAsync(failed);
        foreach (var line in result.Last)
            Console.WriteLine(line);
        Console.WriteLine($"seed {failed.Seed}, shortest with {limit} disturbances: {result.Failure}");
        Console.WriteLine($"again: dotnet run --project tests/S7OpcBridge.Simulation -- --seed {failed.Seed} --limit {limit} --trace");
    }
}
