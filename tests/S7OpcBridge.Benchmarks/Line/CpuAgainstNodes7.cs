using System.Text.Json;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// CPU time of our acquisition for 1,000 tags every 100 ms, against npm's nodes7, on the same soft PLC, in the same windows. What a program takes when it
/// wakes up depends on what the machine did just before: so their periods differ by some per cent, and each meets the other in every order. Both read without
/// a break, because nodes7 takes up to half as much again after one.
/// </summary>
internal static class CpuAgainstNodes7
{
    private const int Tags = 1000,
        MostWindows = 12,
        Cycles = 25;

    // Milliseconds between two cycles: without a common divisor, so that the programs do not keep their distance.
    private const int OurPeriod = 100,
        Nodes7Period = 103;

    /// <summary>With 1,000 tags of our example line.</summary>
    public static Task<double?> OnTheLineAsync() => MeasureAsync("cpuAgainstNodes7", [.. PlantTags.OfTheExampleLine(Tags)]);

    /// <summary>With 1,000 single values side by side: what suits a client that reads tag by tag best.</summary>
    public static Task<double?> SideBySideAsync() => MeasureAsync("cpuAgainstNodes7SideBySide", [.. PlantTags.SideBySide(Tags)]);

    /// <summary>With 1,000 values picked here and there, where planning pays.</summary>
    public static Task<double?> ScatteredAsync() => MeasureAsync("cpuAgainstNodes7Scattered", [.. PlantTags.Scattered(Tags)]);

    private static async Task<double?> MeasureAsync(string budget, PlantTag[] tags)
    {
        var script = NodePrograms.Find("nodes7-read.js", "nodes7");
        if (script is null)
            return null;
        await using var plant = await QuietPlant.StartAsync(tags, "100ms");
        // Both warm up at the same time, until ours has nothing left to compile.
        await using var ours = PeerProgram.StartAsPublished("acquire", plant.MapPath, $"{OurPeriod}");
        await using var nodes7 = await Nodes7Async(plant, tags, script);
        var warm = (await ours.LineAsync("WARM "))["WARM ".Length..];
        await nodes7.Input.WriteLineAsync();
        await nodes7.LineAsync("WARM");
        var figures = new QuietFigures();
        while (figures.Count < MostWindows && !figures.AreSettled(Budget.All[budget], MostWindows))
        {
            var (first, second) = (MeasureAsync("ours", ours), MeasureAsync("nodes7", nodes7));
            figures.Add(new QuietWindow(await first, await second));
        }
        Console.WriteLine($"     {figures}; warmed up for {warm} s");
        return figures.AgainstNodes7.Median;
    }

    private static async Task<PeerProgram> Nodes7Async(QuietPlant plant, PlantTag[] tags, string script)
    {
        var nodes7 = PeerProgram.Start("node", [script, $"{plant.Port}", $"{Nodes7Period}"]);
        foreach (var tag in tags)
            await nodes7.Input.WriteLineAsync(tag.Nodes7);
        await nodes7.Input.WriteLineAsync();
        return nodes7;
    }

    private static async Task<Effort> MeasureAsync(string who, PeerProgram program)
    {
        await program.Input.WriteLineAsync($"{Cycles}");
        var result = JsonDocument.Parse((await program.LineAsync("RESULT "))["RESULT ".Length..]).RootElement;
        var cycles = result.GetProperty("cycles").GetInt32();
        // A window may begin or end within a cycle.
        if (Math.Abs(cycles - Cycles) > 1)
            Console.WriteLine($"     {who} read {cycles} of {Cycles} cycles");
        double PerCycle(string name) => result.GetProperty(name).GetDouble() / cycles;
        return new Effort(PerCycle("cpuMs"), PerCycle("switches"));
    }
}
