using System.Globalization;
using System.Text.Json;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// CPU time of our acquisition for 1,000 tags every 100 ms, against npm's nodes7, against a bare C program with our requests (Peers/bare-s7.c) and against what
/// is left of our design without the bridge (<see cref="LoopSketch"/>), on the same soft PLC, in the same windows. What a program takes when it wakes up
/// depends on what the machine did just before: so their periods differ by some per cent, and each meets the others in every order. All read without a break,
/// because nodes7 takes up to half as much again after one.
/// </summary>
internal static class CpuAgainstNodes7
{
    private const int Tags = 1000, Windows = 12, Cycles = 25, BareWarmSeconds = 1;

    // Milliseconds between two cycles: without common divisors, so that no two programs keep their distance.
    private const int OurPeriod = 100, Nodes7Period = 103, BarePeriod = 97, SketchPeriod = 107;

    private static readonly SharedFigures<QuietFigures?> Line = new(static () => MeasureAsync([.. PlantTags.OfTheExampleLine(Tags)]));

    private static readonly SharedFigures<QuietFigures?> Dense = new(static () => MeasureAsync([.. PlantTags.SideBySide(Tags)]));

    /// <summary>With 1,000 tags of our example line.</summary>
    public static async Task<double?> OnTheLineAsync() => (await Line.ForAsync(nameof(OnTheLineAsync)))?.AgainstNodes7.Median;

    /// <summary>The same as a multiple of what the bare C program takes.</summary>
    public static async Task<double?> AgainstBareAsync() => (await Line.ForAsync(nameof(AgainstBareAsync)))?.AgainstBare.Median;

    /// <summary>The same as a multiple of what the sketch of the design takes.</summary>
    public static async Task<double?> AgainstSketchAsync() => (await Line.ForAsync(nameof(AgainstSketchAsync)))?.AgainstSketch.Median;

    /// <summary>With 1,000 single values side by side: what suits a client that reads tag by tag best.</summary>
    public static async Task<double?> SideBySideAsync() => (await Dense.ForAsync(nameof(SideBySideAsync)))?.AgainstNodes7.Median;

    /// <summary>The same as a multiple of what the sketch of the design takes.</summary>
    public static async Task<double?> SideBySideAgainstSketchAsync() => (await Dense.ForAsync(nameof(SideBySideAgainstSketchAsync)))?.AgainstSketch.Median;

    /// <summary>With 1,000 values picked here and there, where planning pays.</summary>
    public static async Task<double?> ScatteredAsync() => (await MeasureAsync([.. PlantTags.Scattered(Tags)]))?.AgainstNodes7.Median;

    private static async Task<QuietFigures?> MeasureAsync(PlantTag[] tags)
    {
        var script = NodePrograms.Find("nodes7-read.js", "nodes7");
        if (script is null)
            return null;
        await using var plant = await QuietPlant.StartAsync(tags, "100ms");
        await using var ours = PeerProgram.StartAsPublished("acquire", plant.MapPath, $"{OurPeriod}");
        await using var sketch = PeerProgram.StartAsPublished("sketch", plant.MapPath, $"{SketchPeriod}");
        var warm = (await ours.LineAsync("WARM "))["WARM ".Length..];
        await sketch.LineAsync("WARM ");
        await using var nodes7 = await Nodes7Async(plant, tags, script, warm);
        await using var bare = await BareAsync(plant);
        var figures = new QuietFigures();
        for (var window = 0; window < Windows; window++)
        {
            var (first, second) = (MeasureAsync("ours", ours), MeasureAsync("nodes7", nodes7));
            var (third, fourth) = (MeasureAsync("the C program", bare, "N "), MeasureAsync("the sketch", sketch));
            figures.Add(new QuietWindow((await first)!.Value, (await second)!.Value, await third, (await fourth)!.Value));
        }
        Console.WriteLine($"     {figures}; warmed up for {warm} s");
        var pages = await Task.WhenAll(
            PagesAsync(ours, OurPeriod), PagesAsync(nodes7, Nodes7Period), PagesAsync(bare, BarePeriod), PagesAsync(sketch, SketchPeriod));
        Console.WriteLine($"     pages touched in a cycle: ours {pages[0]}, nodes7 {pages[1]}, the C program {pages[2]}, the sketch {pages[3]}");
        return figures;
    }

    private static async Task<PeerProgram> Nodes7Async(QuietPlant plant, PlantTag[] tags, string script, string warmSeconds)
    {
        var nodes7 = PeerProgram.Start("node", [script, $"{plant.Port}", $"{Nodes7Period}", warmSeconds]);
        foreach (var tag in tags)
            await nodes7.Input.WriteLineAsync(tag.Nodes7);
        await nodes7.Input.WriteLineAsync();
        await nodes7.LineAsync("WARM");
        return nodes7;
    }

    private static async Task<PeerProgram?> BareAsync(QuietPlant plant)
    {
        if (BarePrograms.Build("bare-s7") is not { } program)
            return null;
        var bare = PeerProgram.Start(program, [$"{plant.Port}", $"{BarePeriod}", $"{BareWarmSeconds}"]);
        foreach (var line in BarePlan.Of(plant.Map))
            await bare.Input.WriteLineAsync(line);
        await bare.Input.WriteLineAsync("W");
        await bare.LineAsync("WARM");
        return bare;
    }

    private static async Task<Effort?> MeasureAsync(string who, PeerProgram? program, string prefix = "")
    {
        if (program is null)
            return null;
        await program.Input.WriteLineAsync($"{prefix}{Cycles}");
        var result = JsonDocument.Parse((await program.LineAsync("RESULT "))["RESULT ".Length..]).RootElement;
        var cycles = result.GetProperty("cycles").GetInt32();
        // A window may begin or end within a cycle.
        if (Math.Abs(cycles - Cycles) > 1)
            Console.WriteLine($"     {who} read {cycles} of {Cycles} cycles");
        double PerCycle(string name) => result.GetProperty(name).GetDouble() / cycles;
        return new Effort(PerCycle("cpuMs"), PerCycle("switches"));
    }

    private static async Task<string> PagesAsync(PeerProgram? program, int period) =>
        program is not null && await TouchedPages.PerCycleAsync(program.Id, TimeSpan.FromMilliseconds(period)) is { } pages
            ? pages.ToString(CultureInfo.InvariantCulture)
            : "unknown";
}
