using System.Globalization;
using System.Text.Json;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// CPU time of our acquisition for 1,000 tags every 100 ms, against npm's nodes7 and against a bare C program with our requests (Peers/bare-s7.c), on the same
/// soft PLC, in turns.
/// </summary>
internal static class CpuAgainstNodes7
{
    private const int Tags = 1000, Seconds = 10, Cycles = Seconds * 10, BareSeconds = 5, BareWarmSeconds = 1;

    // Taken once for both budgets.
    private static readonly Lazy<Task<Turns?>> Line = new(static () => MeasureAsync([.. PlantTags.OfTheExampleLine(Tags)]));

    /// <summary>With 1,000 tags of our example line.</summary>
    public static async Task<double?> OnTheLineAsync() => (await Line.Value)?.AgainstNodes7;

    /// <summary>The same as a multiple of what the bare C program takes.</summary>
    public static async Task<double?> AgainstBareAsync() => (await Line.Value)?.AgainstBare;

    /// <summary>With 1,000 single values side by side: what suits a client that reads tag by tag best.</summary>
    public static async Task<double?> SideBySideAsync() => (await MeasureAsync([.. PlantTags.SideBySide(Tags)]))?.AgainstNodes7;

    /// <summary>With 1,000 values picked here and there, where planning pays.</summary>
    public static async Task<double?> ScatteredAsync() => (await MeasureAsync([.. PlantTags.Scattered(Tags)]))?.AgainstNodes7;

    private static async Task<Turns?> MeasureAsync(PlantTag[] tags)
    {
        var script = NodePrograms.Find("nodes7-read.js", "nodes7");
        if (script is null)
            return null;
        await using var plant = await QuietPlant.StartAsync(tags, "100ms");
        var (ours, warmSeconds) = await OursAsync(plant);
        var before = await BareAsync(plant);
        var nodes7 = await TheirsAsync(plant, tags, script, warmSeconds);
        var turns = new Turns(ours, nodes7, before, await BareAsync(plant));
        Console.WriteLine($"     per cycle: {turns}; ours and nodes7 warmed up for {warmSeconds} s");
        return turns;
    }

    private static async Task<(Effort Effort, int WarmSeconds)> OursAsync(QuietPlant plant)
    {
        await using var ours = PeerProgram.StartSelf("acquire", plant.MapPath, $"{Seconds}");
        var result = JsonDocument.Parse((await ours.LineAsync("RESULT "))["RESULT ".Length..]).RootElement;
        return (EffortIn("ours", result, Cycles), result.GetProperty("warm").GetInt32());
    }

    private static async Task<Effort> TheirsAsync(QuietPlant plant, PlantTag[] tags, string script, int warmSeconds)
    {
        await using var nodes7 = PeerProgram.Start("node", [script, $"{plant.Port}", "100", $"{Seconds}", $"{warmSeconds}"]);
        foreach (var tag in tags)
            await nodes7.Input.WriteLineAsync(tag.Nodes7);
        nodes7.Input.Close();
        var result = JsonDocument.Parse((await nodes7.LineAsync("RESULT "))["RESULT ".Length..]).RootElement;
        return EffortIn("nodes7", result, Cycles);
    }

    private static async Task<Effort?> BareAsync(QuietPlant plant)
    {
        if (BarePrograms.Build("bare-s7") is not { } program)
            return null;
        await using var bare = PeerProgram.Start(program, [$"{plant.Port}", "100", $"{BareSeconds}", $"{BareWarmSeconds}"]);
        foreach (var line in BarePlan.Of(plant.Map))
            await bare.Input.WriteLineAsync(line);
        bare.Input.Close();
        var result = JsonDocument.Parse((await bare.LineAsync("RESULT "))["RESULT ".Length..]).RootElement;
        return EffortIn("the C program", result, BareSeconds * 10);
    }

    private static Effort EffortIn(string who, JsonElement result, int wanted)
    {
        var cycles = result.GetProperty("cycles").GetInt32();
        if (cycles != wanted)
            Console.WriteLine($"     {who} read {cycles} of {wanted} cycles");
        double PerCycle(string name) => result.GetProperty(name).GetDouble() / cycles;
        return new Effort(PerCycle("cpuMs"), PerCycle("switches"));
    }

    /// <summary>Per cycle; the C program has a turn on either side of nodes7, and is null without a compiler.</summary>
    private sealed record Turns(Effort Ours, Effort Nodes7, Effort? BareBefore, Effort? BareAfter)
    {
        public double AgainstNodes7 => Ours.CpuMilliseconds / Nodes7.CpuMilliseconds;

        public double? AgainstBare => Ours.CpuMilliseconds / Bare;

        private double? Bare => (BareBefore?.CpuMilliseconds + BareAfter?.CpuMilliseconds) / 2;

        public override string ToString() =>
            string.Create(
                CultureInfo.InvariantCulture,
                $"ours {Ours}; nodes7 {Nodes7}; a bare C program with our requests {BareBefore} and {BareAfter}, which is "
                    + $"{Bare / Nodes7.CpuMilliseconds:0.000} of nodes7's; ours is {AgainstBare:0.00} times the C program's");
    }
}
