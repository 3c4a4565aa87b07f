using System.Globalization;
using System.Text.Json;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// CPU time of our acquisition for 1,000 tags every 100 ms, against npm's nodes7 and against a bare C program with our requests (Peers/bare-s7.c), on the same
/// soft PLC, in the same windows of two seconds: what a program takes when it wakes up depends on what the machine did meanwhile, which is the same for all of
/// them. All read without a break, because nodes7 takes up to half as much again after one.
/// </summary>
internal static class CpuAgainstNodes7
{
    private const int Tags = 1000, Windows = 15, Cycles = 20, BareWarmSeconds = 1;

    // Taken once for both budgets.
    private static readonly Lazy<Task<Taken?>> Line = new(static () => MeasureAsync([.. PlantTags.OfTheExampleLine(Tags)]));

    /// <summary>With 1,000 tags of our example line.</summary>
    public static async Task<double?> OnTheLineAsync() => (await Line.Value)?.AgainstNodes7.Median;

    /// <summary>The same as a multiple of what the bare C program takes.</summary>
    public static async Task<double?> AgainstBareAsync() => (await Line.Value)?.AgainstBare.Median;

    /// <summary>With 1,000 single values side by side: what suits a client that reads tag by tag best.</summary>
    public static async Task<double?> SideBySideAsync() => (await MeasureAsync([.. PlantTags.SideBySide(Tags)]))?.AgainstNodes7.Median;

    /// <summary>With 1,000 values picked here and there, where planning pays.</summary>
    public static async Task<double?> ScatteredAsync() => (await MeasureAsync([.. PlantTags.Scattered(Tags)]))?.AgainstNodes7.Median;

    private static async Task<Taken?> MeasureAsync(PlantTag[] tags)
    {
        var script = NodePrograms.Find("nodes7-read.js", "nodes7");
        if (script is null)
            return null;
        await using var plant = await QuietPlant.StartAsync(tags, "100ms");
        await using var ours = PeerProgram.StartSelf("acquire", plant.MapPath);
        var warm = (await ours.LineAsync("WARM "))["WARM ".Length..];
        await using var nodes7 = await Nodes7Async(plant, tags, script, warm);
        await using var bare = await BareAsync(plant);
        var taken = new Taken();
        for (var window = 0; window < Windows; window++)
        {
            var (first, second, third) = (MeasureAsync("ours", ours), MeasureAsync("nodes7", nodes7), MeasureAsync("the C program", bare, "N "));
            taken.Add(new Window((await first)!.Value, (await second)!.Value, await third));
        }
        Console.WriteLine($"     {taken}; ours and nodes7 warmed up for {warm} s");
        return taken;
    }

    private static async Task<PeerProgram> Nodes7Async(QuietPlant plant, PlantTag[] tags, string script, string warmSeconds)
    {
        var nodes7 = PeerProgram.Start("node", [script, $"{plant.Port}", "100", warmSeconds]);
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
        var bare = PeerProgram.Start(program, [$"{plant.Port}", "100", $"{BareWarmSeconds}"]);
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

    /// <summary>What a cycle took in one window; the C program is null without a compiler.</summary>
    private readonly record struct Window(Effort Ours, Effort Nodes7, Effort? Bare);

    /// <summary>All windows.</summary>
    private sealed class Taken
    {
        private readonly List<Window> _windows = [];

        public Quartiles AgainstNodes7 => Of(static window => window.Ours.CpuMilliseconds / window.Nodes7.CpuMilliseconds);

        public Quartiles AgainstBare => Of(static window => window.Ours.CpuMilliseconds / window.Bare?.CpuMilliseconds);

        public void Add(in Window window) => _windows.Add(window);

        public override string ToString() =>
            string.Create(
                CultureInfo.InvariantCulture,
                $"per cycle, medians of {_windows.Count} windows: ours {Middle(static window => window.Ours)}; "
                    + $"nodes7 {Middle(static window => window.Nodes7)}; "
                    + $"a bare C program with our requests {Middle(static window => window.Bare)}. Ours is {Show(AgainstNodes7)} of nodes7's and "
                    + $"{Show(AgainstBare)} times the C program's");

        private static string Show(Quartiles ratio) =>
            string.Create(CultureInfo.InvariantCulture, $"{ratio.Median:0.000} ({ratio.Lower:0.000} to {ratio.Upper:0.000})");

        private Effort? Middle(Func<Window, Effort?> who)
        {
            var (cpu, sleeps) = (Of(window => who(window)?.CpuMilliseconds).Median, Of(window => who(window)?.Sleeps).Median);
            return cpu is null || sleeps is null ? null : new Effort(cpu.Value, sleeps.Value);
        }

        private Quartiles Of(Func<Window, double?> figure) => Quartiles.Of(_windows.Select(figure));
    }
}
