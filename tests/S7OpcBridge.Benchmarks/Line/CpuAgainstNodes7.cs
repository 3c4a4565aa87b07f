using System.Text.Json;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Core;

namespace S7OpcBridge.Benchmarks;

/// <summary>CPU time of our acquisition for 1,000 tags every 100 ms, against npm's nodes7 on the same soft PLC, one after the other.</summary>
internal static class CpuAgainstNodes7
{
    private const int Tags = 1000, Seconds = 10, Cycles = Seconds * 10;

    /// <summary>With 1,000 tags of our example line.</summary>
    public static Task<double?> OnTheLineAsync() => RatioAsync([.. PlantTags.OfTheExampleLine(Tags)]);

    /// <summary>With 1,000 single values side by side: what suits a client that reads tag by tag best.</summary>
    public static Task<double?> SideBySideAsync() => RatioAsync([.. PlantTags.SideBySide(Tags)]);

    /// <summary>With 1,000 values picked here and there, where planning pays.</summary>
    public static Task<double?> ScatteredAsync() => RatioAsync([.. PlantTags.Scattered(Tags)]);

    private static async Task<double?> RatioAsync(PlantTag[] tags)
    {
        var script = NodePrograms.Find("nodes7-read.js", "nodes7");
        if (script is null)
            return null;
        await using var plant = await QuietPlant.StartAsync(tags, "100ms");
        var (ours, warmSeconds) = await OursAsync(plant);
        var theirs = await TheirsAsync(plant, tags, script, warmSeconds);
        Console.WriteLine($"     per cycle: ours {ours}; nodes7 {theirs}; both warmed up for {warmSeconds} s");
        return ours.CpuMilliseconds / theirs.CpuMilliseconds;
    }

    private static async Task<(Effort Effort, int WarmSeconds)> OursAsync(QuietPlant plant)
    {
        // Both sides first read as fast as they can (and we ask for the CPU's state as often as that), so that no compiler runs while the cycles are measured.
        int warmSeconds;
        await using (Begin(plant, TimeSpan.FromMilliseconds(2)))
            warmSeconds = await QuietCompiler.SecondsAsync();
        await using var acquisition = Begin(plant, TimeSpan.FromMilliseconds(100));
        // The new session has lines of its own that only run hot now.
        warmSeconds += await QuietCompiler.SecondsAsync();
        return (await Effort.OfAsync(TimeSpan.FromSeconds(Seconds), Cycles), warmSeconds);
    }

    private static Acquisition Begin(QuietPlant plant, TimeSpan interval)
    {
        var map = plant.Map.Tags;
        var acquisition = new Acquisition(
            new TagMap
            {
                Plcs = [.. map.Plcs.Select(plc => plc with { CpuStateEvery = 20 * interval })],
                Tags = map.Tags,
                ScanGroups = [.. map.ScanGroups.Select(group => group with { Interval = interval })],
            },
            TimeProvider.System, NullLoggerFactory.Instance);
        acquisition.Start();
        _ = DrainAsync(acquisition);
        return acquisition;
    }

    private static async Task<Effort> TheirsAsync(QuietPlant plant, PlantTag[] tags, string script, int warmSeconds)
    {
        await using var nodes7 = PeerProgram.Start("node", [script, $"{plant.Port}", "100", $"{Seconds}", $"{warmSeconds}"]);
        foreach (var tag in tags)
            await nodes7.Input.WriteLineAsync(tag.Nodes7);
        nodes7.Input.Close();
        var result = JsonDocument.Parse((await nodes7.LineAsync("RESULT "))["RESULT ".Length..]).RootElement;
        var cycles = result.GetProperty("cycles").GetInt32();
        Console.WriteLine($"     nodes7 read {cycles} of {Cycles} cycles");
        return new Effort(result.GetProperty("cpuMs").GetDouble() / Cycles, result.GetProperty("switches").GetDouble() / Cycles);
    }

    private static async Task DrainAsync(Acquisition acquisition)
    {
        while (await acquisition.Batches.WaitToReadAsync())
        {
            while (acquisition.Batches.TryRead(out var batch))
                batch.Return();
        }
    }
}
