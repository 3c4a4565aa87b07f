using System.Diagnostics;
using System.Text.Json;
using S7OpcBridge.S7;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// Lists of 500 scattered Reals per second, one after the other as fast as they come: ours against the best of npm's nodes7 and node-snap7, on the same soft
/// PLC in the same run. The figure is their rate as a share of ours.
/// </summary>
internal static class ListAgainstNpm
{
    public const int Items = 500,
        Stride = 30;

    private const int Seconds = 4;

    public static async Task<double?> ShareAsync()
    {
        var scripts = Peers();
        if (scripts.Length == 0)
            return null;
        await using var plant = await StartPlantAsync();
        var ours = await OursAsync(plant.Port, TimeSpan.FromSeconds(Seconds));
        var best = 0.0;
        foreach (var (package, script) in scripts)
        {
            var rate = await TheirsAsync(plant.Port, package, script);
            Console.WriteLine($"     {package} {rate:F0} lists/s, ours {ours:F0}");
            best = Math.Max(best, rate);
        }
        return best / ours;
    }

    /// <summary>The rivals that are installed, and the program that drives them.</summary>
    public static (string Package, string Script)[] Peers() =>
        [
            .. new[] { "nodes7", "node-snap7" }
                .Select(package => (package, NodePrograms.Find("list-rate.js", package)!))
                .Where(peer => peer.Item2 is not null),
        ];

    /// <summary>The soft PLC that has the list.</summary>
    public static Task<QuietPlant> StartPlantAsync() => QuietPlant.StartAsync(PlantTags.SideBySide(10), "1s", dataBytes: Items * Stride);

    /// <summary>Our lists per second, after a second to warm up.</summary>
    public static async Task<double> OursAsync(int port, TimeSpan time)
    {
        await using var connection = await S7Connection.ConnectAsync(
            new S7ConnectionOptions { Host = "127.0.0.1", Port = port },
            TimeProvider.System,
            CancellationToken.None
        );
        var plan = ReadPlanner.Plan(
            [.. Enumerable.Range(0, Items).Select(i => new PlanRange(new S7Range(S7Area.DataBlock, 1, i * Stride, 4)))],
            connection.PduSize,
            255
        );
        var jobs = plan.Requests.Select(request => new S7ReadJob([.. request.Items.Select(item => item.Range)])).ToArray();
        var answers = new ValueTask[jobs.Length];
        var image = new byte[plan.ImageSize];
        await RunAsync(TimeSpan.FromSeconds(1));
        return await RunAsync(time);

        async Task<double> RunAsync(TimeSpan time)
        {
            var clock = Stopwatch.StartNew();
            var lists = 0;
            for (; clock.Elapsed < time; lists++)
            {
                Send();
                for (var i = 0; i < jobs.Length; i++)
                {
                    await answers[i];
                    for (var item = 0; item < jobs[i].Count; item++)
                        jobs[i].DataOf(item).CopyTo(image.AsSpan(plan.Requests[i].Items[item].ImageOffset));
                }
            }
            return lists / clock.Elapsed.TotalSeconds;
        }

        void Send()
        {
            using (connection.Hold())
            {
                for (var i = 0; i < jobs.Length; i++)
                    answers[i] = connection.ReadAsync(jobs[i], CancellationToken.None);
            }
        }
    }

    /// <summary>A rival's lists per second.</summary>
    public static async Task<double> TheirsAsync(int port, string package, string script)
    {
        await using var peer = PeerProgram.Start("node", [script, package, $"{port}", $"{Items}", $"{Stride}", $"{Seconds}"]);
        peer.Input.Close();
        return JsonDocument.Parse((await peer.LineAsync("RESULT "))["RESULT ".Length..]).RootElement.GetProperty("rate").GetDouble();
    }
}
