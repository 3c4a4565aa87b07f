using S7OpcBridge.S7;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests;

/// <summary>Jobs of others on a session's connection, under the load ceiling of the map.</summary>
[CancelAfter(30_000), Parallelizable]
public sealed class ExternalJobGateTests
{
    [TestCase(10, 1)]
    [TestCase(0, 0.25)]
    public async Task A_guest_asks_no_more_often_than_the_map_allows_and_reading_goes_on(int rate, double busy, CancellationToken token)
    {
        const int jobs = 20;
        var clock = new ManualClock();
        await using var plant = Plant.Start(
            map => map.Class("fast", 250).Tag("A", "DB1.DBW0", "Int"),
            plc => plc with { Load = new S7Load(rate, busy), CpuStateEvery = TimeSpan.Zero },
            time: clock
        );
        await plant.UntilGoodAsync(0, token);
        var (began, before) = (clock.GetUtcNow(), plant.Plc.Counters.ReadJobs);

        var asking = AskAsync(plant, clock, jobs, token);
        await plant.UntilAsync(() => asking.IsCompleted, token, step: 20);

        var (took, batches) = (clock.GetUtcNow() - began, plant.Seen.BatchesOf(0));
        Assert.That(await asking, Is.EqualTo(jobs));
        // A quarter of the time: each job of 30 ms is followed by 90 ms of rest.
        Assert.That(took, Is.GreaterThan(TimeSpan.FromSeconds(1.8)));
        Assert.That(plant.Plc.Counters.ReadJobs - before, Is.GreaterThanOrEqualTo(jobs + 4), "the class is read between");
        await plant.UntilAsync(() => plant.Seen.BatchesOf(0) > batches, token);
    }

    [Test]
    public async Task Without_a_ceiling_nobody_waits(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"));
        await plant.UntilGoodAsync(0, token);
        Assert.That(await plant.Acquisition.TakeTurnAsync(0, token), Is.Null);
    }

    [Test]
    public async Task A_guest_that_waits_when_the_link_ends_is_let_go(CancellationToken token)
    {
        await using var plant = Plant.Start(
            map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"),
            plc => plc with { Load = new S7Load(0.01), CpuStateEvery = TimeSpan.Zero }
        );
        await plant.UntilGoodAsync(0, token);
        var turns = new[] { plant.Acquisition.TakeTurnAsync(0, token).AsTask(), plant.Acquisition.TakeTurnAsync(0, token).AsTask() };
        await plant.UntilAsync(() => plant.Status.HeldBack > 0, token);
        Assert.That(turns.All(turn => turn.IsCompleted), Is.False);

        plant.Plc.Faults.ResetConnections();
        await Task.WhenAll(turns);
    }

    private static async Task<int> AskAsync(Plant plant, ManualClock clock, int jobs, CancellationToken token)
    {
        var connection = plant.Acquisition.ConnectionOf(0)!;
        for (var asked = 0; asked < jobs; asked++)
        {
            using var turn = await plant.Acquisition.TakeTurnAsync(0, token);
            await connection.ReadAsync(new S7ReadJob([new S7Range(S7Area.DataBlock, 1, 0, 2)]), token);
            clock.Advance(TimeSpan.FromMilliseconds(30));
        }
        return jobs;
    }
}
