using S7OpcBridge.IsoOnTcp;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests;

[Parallelizable]
public sealed class ScanModeTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Test, CancelAfter(20_000)]
    public async Task A_demand_class_is_polled_only_while_somebody_listens(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int").Class("asked", 10, ScanMode.Demand).Tag("B", "DB1.DBW2", "Int")
        );
        await plant.UntilAsync(() => plant.Seen.BatchesOf(0) >= 10, token);
        Assert.That(plant.Seen.QualityOf(1), Is.EqualTo(TagQuality.WaitingForInitialData));

        plant.Acquisition.Listen(1, TimeSpan.FromMilliseconds(20));
        await plant.UntilAsync(() => plant.Seen.BatchesOf(1) >= 5, token);

        plant.Acquisition.Unlisten(1, TimeSpan.FromMilliseconds(20));
        var (fast, asked) = (plant.Seen.BatchesOf(0), plant.Seen.BatchesOf(1));
        await plant.UntilAsync(() => plant.Seen.BatchesOf(0) >= fast + 20, token);
        Assert.That(plant.Seen.BatchesOf(1), Is.LessThanOrEqualTo(asked + 2), "at most what was under way");
    }

    [Test, CancelAfter(20_000)]
    public async Task A_class_on_command_is_read_on_connect_and_then_once_per_poll(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int").Class("asked", 10, ScanMode.OnCommand).Tag("B", "DB1.DBW2", "Int")
        );
        await plant.UntilGoodAsync(1, token);
        var fast = plant.Seen.BatchesOf(0);
        await plant.UntilAsync(() => plant.Seen.BatchesOf(0) >= fast + 10, token);
        Assert.That(plant.Seen.BatchesOf(1), Is.EqualTo(1));

        plant.Poke(2, 0, 9);
        await plant.Acquisition.PollAsync(1, token);

        Assert.That(plant.Seen.ValueOf(1).Bits, Is.EqualTo(9), "the poll ends when its batch has been applied");
        Assert.That(plant.Seen.BatchesOf(1), Is.EqualTo(2));
    }

    [Test, CancelAfter(20_000)]
    public async Task Who_waits_for_the_next_cycle_sees_what_the_PLC_held_after_the_call(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"));
        await plant.UntilGoodAsync(0, token);
        for (byte i = 1; i <= 50; i++)
        {
            plant.Poke(0, 0, i);
            await Task.WhenAll(plant.Acquisition.NextCycleAsync(0, token), plant.Acquisition.NextCycleAsync(0, token));
            Assert.That(plant.Seen.ValueOf(0).Bits, Is.EqualTo(i));
        }
    }

    [Test, CancelAfter(20_000)]
    public async Task Nobody_waits_for_a_cycle_of_a_PLC_that_is_down(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("rare", 60_000).Tag("A", "DB1.DBW0", "Int"));
        await plant.UntilGoodAsync(0, token);
        var waiting = plant.Acquisition.NextCycleAsync(0, token);

        plant.Plc.Faults.CutPower();
        await waiting;

        Assert.That(plant.Acquisition.NextCycleAsync(0, token).IsCompleted, Is.True);
    }

    [Test, CancelAfter(20_000)]
    public async Task A_slow_reader_is_counted_as_overruns_and_costs_no_memory(CancellationToken token)
    {
        await using var plant = Plant.Make(map => map.Class("fast", 1).Tag("A", "DB1.DBW0", "Int"));
        plant.Acquisition.Start();
        // Nobody reads: the channel fills up and the cycles stand still.
        await plant.UntilAsync(() => plant.Acquisition.Batches.Count >= 64, token);
        var jobs = plant.Plc.Counters.ReadJobs;
        await Task.Delay(TimeSpan.FromMilliseconds(100), EventLoop.Shared, token); // on the loop that the cycles run on
        Assert.That(plant.Plc.Counters.ReadJobs, Is.LessThanOrEqualTo(jobs + 1));

        plant.Read();
        await plant.UntilAsync(() => plant.Status.Scans[0].Overruns >= 50, token);
        Assert.That(plant.Seen.QualitiesOf(0), Is.EqualTo(new[] { TagQuality.Good }), "nothing was lost or doubled");
    }

    [Test, CancelAfter(20_000)]
    public async Task A_long_cycle_does_not_hold_up_a_fast_class(CancellationToken token)
    {
        await using var plant = Plant.Start(
            map =>
            {
                map.Class("fast", 20).Tag("A", "DB1.DBW0", "Int").Class("rare", 60_000);
                for (var i = 0; i < 300; i++)
                    map.Tag($"T{i}", $"PIB{3 * i}", "Byte");
            },
            plc => plc with { MaxItems = 1 },
            speed: new PlcSpeed { PerJob = TimeSpan.FromMilliseconds(5) }
        );

        await plant.UntilGoodAsync(300, token);

        Assert.That(plant.Seen.BatchesOf(0), Is.GreaterThan(10), "300 jobs of 5 ms took a second and a half");
        Assert.That(plant.Status.Scans[1].PdusPerCycle, Is.EqualTo(300));
    }

    [Test, CancelAfter(20_000)]
    public async Task The_load_ceiling_stretches_the_cycle_and_is_told(CancellationToken token)
    {
        var clock = new ManualClock();
        await using var plant = Plant.Start(
            map =>
            {
                map.Class("fast", 100);
                for (var i = 0; i < 40; i++)
                    map.Tag($"T{i}", $"PIB{3 * i}", "Byte");
            },
            plc => plc with { MaxItems = 1, Load = new S7Load(RequestsPerSecond: 20) },
            time: clock
        );
        await plant.UntilGoodAsync(39, token);
        var (began, jobs) = (clock.GetUtcNow(), plant.Plc.Counters.ReadJobs);

        await plant.UntilAsync(() => clock.GetUtcNow() - began >= 20 * Second, token, step: 25);

        Assert.That(
            plant.Plc.Counters.ReadJobs - jobs,
            Is.LessThanOrEqualTo(20 * 20 + 3),
            "20 jobs per second of the bridge's clock, and a burst of a tenth of a second"
        );
        Assert.That(plant.Status.HeldBack, Is.GreaterThan(0));
        Assert.That(plant.Status.Scans[0].Overruns, Is.GreaterThan(0));
        Assert.That(plant.Log.Lines.Count(line => line.Id.Id == 1019), Is.EqualTo(1));
        Assert.That(
            plant.Seen.QualitiesOf(0),
            Is.EqualTo(new[] { TagQuality.Good }),
            "a stretched class is measured by its stretched interval"
        );
    }
}
