using System.Diagnostics;
using Microsoft.Extensions.Logging.Abstractions;

namespace S7OpcBridge.Core.Tests;

[NonParallelizable]
public sealed class AllocationTests
{
    // The smallest object has 24 bytes: half of one per cycle means that no cycle makes any. The test host itself makes some 1,700 bytes per second whatever we
    // do, which is measured first and taken off.
    private const int Allowed = 12;

    [Test, CancelAfter(60_000)]
    public async Task A_steady_cycle_of_a_thousand_tags_allocates_nothing(CancellationToken token)
    {
        const int cycles = 200,
            windows = 5;
        using var plc = new QuietPlc();
        var map = new MapDraft().Plc(plc.Port).Class("fast", 1);
        for (var i = 0; i < 1000; i++)
            map.Tag($"T{i}", $"DB1.DBD{4 * i}", "Real");
        map.Class("slow", 50).Tag("Rider", "DB1.DBW5000", "Int");
        await using var acquisition = new Acquisition(map.Build(), TimeProvider.System, NullLoggerFactory.Instance);
        var host = double.MaxValue;
        for (var second = 0; second < 4; second++)
            host = Math.Min(
                host,
                await PerSecondAsync(() => Task.Delay(TimeSpan.FromSeconds(1), TimeProvider.System, token)).ConfigureAwait(false)
            );
        acquisition.Start();
        await ReadAsync(acquisition, 200, token).ConfigureAwait(false);

        var least = double.MaxValue;
        for (var window = 0; window < windows; window++)
        {
            var clock = Stopwatch.StartNew();
            var perSecond = await PerSecondAsync(() => ReadAsync(acquisition, cycles, token)).ConfigureAwait(false);
            least = Math.Min(least, (perSecond - host) * clock.Elapsed.TotalSeconds / cycles);
        }

        TestContext.Out.WriteLine($"{least:F2} bytes per cycle of {acquisition.StatusOf(0).Scans[0].PdusPerCycle} jobs");
        Assert.That(least, Is.LessThan(Allowed));
    }

    private static async Task<double> PerSecondAsync(Func<Task> work)
    {
        var clock = Stopwatch.StartNew();
        var before = GC.GetTotalAllocatedBytes(precise: true);
        await work().ConfigureAwait(false);
        return (GC.GetTotalAllocatedBytes(precise: true) - before) / clock.Elapsed.TotalSeconds;
    }

    private static async Task ReadAsync(Acquisition acquisition, int batches, CancellationToken token)
    {
        while (batches > 0)
        {
            token.ThrowIfCancellationRequested();
            if (acquisition.Batches.TryRead(out var batch))
            {
                batch.Return();
                batches--;
            }
            else
            {
                // NUnit's context would make two objects of each wake-up.
                await acquisition.Batches.WaitToReadAsync(CancellationToken.None).ConfigureAwait(false);
            }
        }
    }
}
