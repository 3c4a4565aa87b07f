using System.Text.Json;

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
        await using var ours = PeerProgram.StartSelf("acquire", plant.MapPath, $"{Seconds}");
        var result = JsonDocument.Parse((await ours.LineAsync("RESULT "))["RESULT ".Length..]).RootElement;
        return (EffortIn("ours", result), result.GetProperty("warm").GetInt32());
    }

    private static async Task<Effort> TheirsAsync(QuietPlant plant, PlantTag[] tags, string script, int warmSeconds)
    {
        await using var nodes7 = PeerProgram.Start("node", [script, $"{plant.Port}", "100", $"{Seconds}", $"{warmSeconds}"]);
        foreach (var tag in tags)
            await nodes7.Input.WriteLineAsync(tag.Nodes7);
        nodes7.Input.Close();
        var result = JsonDocument.Parse((await nodes7.LineAsync("RESULT "))["RESULT ".Length..]).RootElement;
        return EffortIn("nodes7", result);
    }

    private static Effort EffortIn(string who, JsonElement result)
    {
        var cycles = result.GetProperty("cycles").GetInt32();
        if (cycles != Cycles)
            Console.WriteLine($"     {who} read {cycles} of {Cycles} cycles");
        return new Effort(result.GetProperty("cpuMs").GetDouble() / cycles, result.GetProperty("switches").GetDouble() / cycles);
    }
}
