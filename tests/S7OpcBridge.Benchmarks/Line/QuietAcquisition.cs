using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Core;

namespace S7OpcBridge.Benchmarks;

/// <summary>Our side of <see cref="CpuAgainstNodes7"/>: the acquisition of a map of tags that hold still.</summary>
internal static class QuietAcquisition
{
    public static Task RunAsync(string mapPath, TimeSpan period)
    {
        var map = QuietPlant.Load(mapPath).Tags;
        return QuietReader.RunAsync((interval, window) => Task.FromResult<IAsyncDisposable>(Begin(map, interval, window)), period);
    }

    private static Acquisition Begin(TagMap map, TimeSpan interval, CycleWindow window)
    {
        var acquisition = new Acquisition(
            new TagMap
            {
                Plcs = [.. map.Plcs.Select(plc => plc with { CpuStateEvery = 20 * interval })],
                Tags = map.Tags,
                ScanGroups = [.. map.ScanGroups.Select(group => group with { Interval = interval })],
            },
            TimeProvider.System,
            NullLoggerFactory.Instance
        );
        acquisition.Start();
        _ = DrainAsync(acquisition, window);
        return acquisition;
    }

    private static async Task DrainAsync(Acquisition acquisition, CycleWindow window)
    {
        while (await acquisition.Batches.WaitToReadAsync())
        {
            while (acquisition.Batches.TryRead(out var batch))
            {
                batch.Return();
                window.Count();
            }
        }
    }
}
