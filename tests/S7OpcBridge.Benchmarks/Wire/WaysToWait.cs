using System.Diagnostics;
using System.Globalization;
using S7OpcBridge.S7;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// Round trips by how an ordinary program waits for them, ours against <see cref="PlainS7Client"/> in turns, in a process with the runtime's default settings.
/// </summary>
internal static class WaysToWait
{
    private static readonly TimeSpan Window = TimeSpan.FromMilliseconds(100);

    private static readonly (string Name, Func<Func<int, Task>, int, long, Task<int>> Run)[] Ways =
    [
        (
            "one after the other",
            static async (call, lane, began) =>
            {
                var trips = 0;
                for (; Stopwatch.GetElapsedTime(began) < Window; trips++)
                    await call(lane);
                return trips;
            }
        ),
        (
            "back to the pool each time",
            static async (call, lane, began) =>
            {
                var trips = 0;
                for (; Stopwatch.GetElapsedTime(began) < Window; trips++)
                {
                    await call(lane);
                    await Task.Yield();
                }
                return trips;
            }
        ),
        (
            "a task each",
            static async (call, lane, began) =>
            {
                var trips = 0;
                for (; Stopwatch.GetElapsedTime(began) < Window; trips++)
                    await Task.Run(() => call(lane));
                return trips;
            }
        ),
    ];

    /// <summary>Microseconds per round trip of one way and number of jobs.</summary>
    public sealed record Result(string Way, int Jobs, double Ours, double Plain);

    /// <summary>Starts the soft PLC and the measuring process, and takes what it says.</summary>
    public static async Task<List<Result>> MeasureAsync(int rounds)
    {
        await using var plant = await QuietPlant.StartAsync(PlantTags.SideBySide(10), "1s", dataBytes: 1000, profile: "generic");
        await using var program = PeerProgram.StartSelf(defaults: true, "waits", $"{plant.Port}", $"{rounds}");
        List<Result> results = [];
        while (
            await program.LineAsync("RESULT ") is { } line
            && line["RESULT ".Length..].Split(';') is [var way, var jobs, var ours, var plain]
        )
        {
            results.Add(
                new Result(
                    way,
                    int.Parse(jobs, CultureInfo.InvariantCulture),
                    double.Parse(ours, CultureInfo.InvariantCulture),
                    double.Parse(plain, CultureInfo.InvariantCulture)
                )
            );
        }
        return results;
    }

    /// <summary>Our time per round trip as a share of the plain client's, the median of all ways and numbers of jobs.</summary>
    public static async Task<double?> ShareAsync()
    {
        const int Rounds = 5;
        var results = await MeasureAsync(Rounds);
        foreach (var (way, jobs, ours, plain) in results)
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"     {way}, {jobs} in flight: {ours:0.0} of {plain:0.0} µs"));
        return Median([.. results.Select(static result => result.Ours / result.Plain)]);
    }

    /// <summary>The measuring process.</summary>
    public static async Task<int> RunAsync(int port, int rounds)
    {
        await using var connection = await S7Connection.ConnectAsync(
            new S7ConnectionOptions { Host = "127.0.0.1", Port = port },
            TimeProvider.System,
            CancellationToken.None
        );
        using var plain = await PlainS7Client.ConnectAsync(port, connection.MaxJobs);
        var jobs = Enumerable
            .Range(0, connection.MaxJobs)
            .Select(lane => new S7ReadJob([new S7Range(S7Area.DataBlock, 1, lane * 16, 4)]))
            .ToArray();
        foreach (var (name, run) in Ways)
        {
            foreach (var count in new[] { 1, 3, 8 })
            {
                List<double> ours = [],
                    theirs = [];
                // Two to warm up.
                for (var round = -2; round < rounds; round++)
                {
                    var here = await TripAsync(lane => connection.ReadAsync(jobs[lane], CancellationToken.None).AsTask());
                    var there = await TripAsync(plain.ReadAsync);
                    if (round < 0)
                        continue;
                    ours.Add(here);
                    theirs.Add(there);
                }
                Console.WriteLine(
                    string.Create(CultureInfo.InvariantCulture, $"RESULT {name};{count};{Median(ours):F2};{Median(theirs):F2}")
                );

                async Task<double> TripAsync(Func<int, Task> call)
                {
                    var began = Stopwatch.GetTimestamp();
                    var trips = await Task.WhenAll(Enumerable.Range(0, count).Select(lane => Task.Run(() => run(call, lane, began))));
                    return Stopwatch.GetElapsedTime(began).TotalMicroseconds / trips.Sum();
                }
            }
        }
        Console.WriteLine("RESULT end");
        return 0;
    }

    private static double Median(List<double> values)
    {
        values.Sort();
        return values[values.Count / 2];
    }
}
