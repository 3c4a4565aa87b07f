namespace S7OpcBridge.Core.Tests;

public sealed class CycleTimesTests
{
    [TestCase(0, 0)]
    [TestCase(1, 0)]
    [TestCase(1.0001, 1)]
    [TestCase(50, 5)]
    [TestCase(10_000, 12)]
    [TestCase(10_000.1, 13)]
    [TestCase(1e9, 13)]
    public void A_cycle_counts_in_the_bucket_whose_bound_it_keeps(double milliseconds, int bucket)
    {
        var times = new CycleTimes();
        times.Add(TimeSpan.FromMilliseconds(milliseconds).Ticks);
        Assert.That(
            Enumerable.Range(0, CycleTimes.BoundsInSeconds.Length + 1).Where(i => times.CountOf(i) > 0),
            Is.EqualTo(new[] { bucket })
        );
        Assert.That(times.Sum, Is.EqualTo(TimeSpan.FromMilliseconds(milliseconds)));
    }

    [Test, CancelAfter(20_000)]
    public async Task Cycles_and_requests_of_a_class_are_counted_as_the_PLC_answers_them(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int").Class("slow", 50).Tag("Far", "DB1.DBW900", "Int")
        );
        await plant.UntilAsync(() => plant.Status.Scans is [{ Cycles: >= 5 }, ..], token);
        await plant.Acquisition.DisposeAsync();

        var fast = plant.Status.Scans[0];
        var times = plant.Acquisition.CycleTimesOf(0)!;
        Assert.That(Enumerable.Range(0, CycleTimes.BoundsInSeconds.Length + 1).Sum(times.CountOf), Is.EqualTo(fast.Cycles));
        Assert.That(times.Sum, Is.GreaterThanOrEqualTo(fast.MaxCycleTime));
        Assert.That(
            plant.Status.Scans.Sum(scan => scan.Pdus),
            Is.EqualTo(plant.Plc.Counters.ReadJobs),
            "every request that the PLC answered is somebody's"
        );
        Assert.That(plant.Acquisition.Queue.Capacity, Is.EqualTo(64));
    }
}
