using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests;

public sealed class LargeCycleTests
{
    [Test, CancelAfter(30_000)]
    public async Task A_cycle_that_changes_much_is_handed_on_while_it_goes_on(CancellationToken token)
    {
        // 400 words on a link whose jobs carry a hundred of them at most: four or more jobs, each of which fills a batch.
        await using var plant = Plant.Start(
            map => map.Class("slow", 600_000).Tags(400, i => $"DB1.DBW{2 * i}", "Word"),
            behavior: CpuBehaviors.S7_300
        );

        await plant.UntilAsync(
            () =>
                plant.Status.Scans is [{ ConfirmedTicks: > 0 }]
                && Enumerable.Range(0, 400).All(tag => plant.Seen.QualityOf(tag) == TagQuality.Good),
            token
        );

        Assert.That(plant.Status.Scans[0].PdusPerCycle, Is.GreaterThanOrEqualTo(4));
        Assert.That(plant.Seen.BatchesOf(0), Is.GreaterThanOrEqualTo(2), "one cycle, several batches");
    }
}
