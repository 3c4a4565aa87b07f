using Microsoft.Extensions.Logging.Abstractions;

namespace S7OpcBridge.Core.Tests;

[NonParallelizable]
public sealed class AllocationTests
{
    // An object per job would show as 120 bytes, one per tag as 24,000. A debug build makes an object of a state machine in the connection's send path.
#if DEBUG
    private const int Allowed = 400;
#else
    private const int Allowed = 8;
#endif

    [Test, CancelAfter(60_000)]
    public async Task A_steady_cycle_of_a_thousand_tags_allocates_nothing(CancellationToken token)
    {
        const int cycles = 500;
        using var plc = new QuietPlc();
        var map = new MapDraft().Plc(plc.Port).Class("fast", 1);
        for (var i = 0; i < 1000; i++)
            map.Tag($"T{i}", $"DB1.DBD{4 * i}", "Real");
        await using var acquisition = new Acquisition(map.Build(), TimeProvider.System, NullLoggerFactory.Instance);
        acquisition.Start();
        await ReadAsync(acquisition, 200, token).ConfigureAwait(false);

        var before = GC.GetTotalAllocatedBytes(precise: true);
        await ReadAsync(acquisition, cycles, token).ConfigureAwait(false);
        var allocated = GC.GetTotalAllocatedBytes(precise: true) - before;

        TestContext.Out.WriteLine($"{allocated / (double)cycles:F2} bytes per cycle of {acquisition.StatusOf(0).Scans[0].PdusPerCycle} jobs");
        Assert.That(allocated, Is.LessThan(Allowed * cycles));
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
