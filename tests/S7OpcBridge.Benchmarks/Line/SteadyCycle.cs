using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Server;

namespace S7OpcBridge.Benchmarks;

/// <summary>What a cycle costs when nothing in the plant moves: 1,000 tags every 20 ms, from the socket to the variable table.</summary>
internal static class SteadyCycle
{
    private const int Tags = 1000, Cycles = 300;

    public static async Task<double?> BytesPerCycleAsync()
    {
        await using var plant = await QuietPlant.StartAsync(Tags, "20ms");
        await using var acquisition = new Acquisition(plant.Map.Tags, TimeProvider.System, NullLoggerFactory.Instance);
        var nodes = new TagAddressSpace(plant.Map.Tags, "urn:bench");
        var table = new VariableTable(nodes.VariableCount, plant.Map.Tags.ScanGroups.Length + 1);
        using var stop = new CancellationTokenSource();
        var publishing = new TagPublisher(acquisition.Batches, table).RunAsync(stop.Token);
        acquisition.Start();
        var best = double.MaxValue;
        // The runtime itself allocates a little now and then (tiering, timers): the best of five windows is the bridge's own.
        for (var window = 0; window < 6; window++)
        {
            var before = GC.GetTotalAllocatedBytes(precise: true);
            await CyclesAsync(table, Cycles);
            var bytes = (double)(GC.GetTotalAllocatedBytes(precise: true) - before) / Cycles;
            if (window > 0)
                best = Math.Min(best, bytes);
        }
        await stop.CancelAsync();
        await publishing.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        // Looking itself costs a timer and a task: less than a byte per cycle.
        return Math.Floor(best);
    }

    // A cycle is over when the group's confirmation moves; looked for rarely, so that looking costs nothing.
    private static async Task CyclesAsync(VariableTable table, int cycles)
    {
        var start = table.Read(0).ServerTime;
        var end = start + (cycles * TimeSpan.FromMilliseconds(20).Ticks);
        while (table.Read(0).ServerTime < end || start == 0)
        {
            await Task.Delay(1000);
            if (start == 0 && table.Read(0).ServerTime is > 0 and var first)
                (start, end) = (first, first + (cycles * TimeSpan.FromMilliseconds(20).Ticks));
        }
    }
}
