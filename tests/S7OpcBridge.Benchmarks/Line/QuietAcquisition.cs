using System.Globalization;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Core;

namespace S7OpcBridge.Benchmarks;

/// <summary>Our side of <see cref="CpuAgainstNodes7"/>: the acquisition of a map of tags that hold still, alone in its process.</summary>
internal static class QuietAcquisition
{
    /// <summary>Warms up, measures, and prints one line as nodes7's script does, with the seconds that the warming took.</summary>
    public static async Task RunAsync(string mapPath, int seconds)
    {
        var map = QuietPlant.Load(mapPath).Tags;
        // Both sides first read as fast as they can (and we ask for the CPU's state as often as that), so that no compiler runs while the cycles are measured.
        int warm;
        await using (Begin(map, TimeSpan.FromMilliseconds(2)))
            warm = await QuietCompiler.SecondsAsync();
        await using var acquisition = Begin(map, TimeSpan.FromMilliseconds(100));
        // The new session has lines of its own that only run hot now.
        warm += await QuietCompiler.SecondsAsync();
        var (effort, cycles) = await Effort.OfAsync(TimeSpan.FromSeconds(seconds), () => CyclesOf(acquisition));
        Console.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $$"""RESULT {"cycles":{{cycles}},"cpuMs":{{effort.CpuMilliseconds}},"switches":{{effort.Sleeps}},"warm":{{warm}}}"""
            )
        );
    }

    private static Acquisition Begin(TagMap map, TimeSpan interval)
    {
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

    private static long CyclesOf(Acquisition acquisition) => acquisition.StatusOf(0).Scans[0].Cycles;

    private static async Task DrainAsync(Acquisition acquisition)
    {
        while (await acquisition.Batches.WaitToReadAsync())
        {
            while (acquisition.Batches.TryRead(out var batch))
                batch.Return();
        }
    }
}
