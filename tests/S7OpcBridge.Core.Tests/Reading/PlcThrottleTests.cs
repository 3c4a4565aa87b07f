using S7OpcBridge.Core.Context;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests;

[Parallelizable]
public sealed class PlcThrottleTests
{
    private const long Second = TimeSpan.TicksPerSecond;

    [Test]
    public void Three_connections_that_end_unanswered_halve_the_pace_and_quiet_brings_it_back()
    {
        var (pace, now) = (new PlcThrottle(), 0L);
        for (var connection = 0; connection < 3; connection++)
        {
            Assert.That(pace.Factor, Is.EqualTo(1));
            pace.Begun(now);
            now += 5 * Second;
            Assert.That(pace.Ended(unanswered: true, now), Is.EqualTo(connection == 2));
        }
        Assert.That((pace.Factor, pace.IsSlow), Is.EqualTo((2, true)));

        pace.Begun(now);
        Assert.That(pace.Rested(now + 299 * Second), Is.False);
        Assert.That(pace.Rested(now + 300 * Second), Is.True);
        Assert.That((pace.Factor, pace.IsSlow), Is.EqualTo((1, false)));
    }

    [Test]
    public void Connections_that_last_or_end_for_another_reason_do_not_count_and_there_is_a_limit()
    {
        var (pace, now) = (new PlcThrottle(), 0L);
        for (var connection = 0; connection < 10; connection++)
        {
            pace.Begun(now);
            now += 61 * Second;
            Assert.That(pace.Ended(unanswered: true, now), Is.False, "a lasting one");
            Assert.That(pace.Ended(unanswered: false, now), Is.False);
        }
        for (var connection = 0; connection < 100; connection++)
        {
            pace.Begun(now);
            pace.Ended(unanswered: true, ++now);
        }
        Assert.That(pace.Factor, Is.EqualTo(64));
        pace.AskRestore();
        Assert.That((pace.TakeRestore(), pace.TakeRestore(), pace.Factor), Is.EqualTo((true, false, 1)));
    }

    [Test, CancelAfter(120_000)]
    public async Task A_PLC_that_breaks_under_the_load_is_slowed_down_until_it_holds_and_restored_by_command(CancellationToken token)
    {
        // Four jobs at once take 2 s, and the last of them is given up after 1.5 s: one by one they are answered in time, on a busy machine, too.
        await using var plant = Plant.Start(
            map => map.Class("fast", 10).Tags(4, i => $"DB1.DBB{i * 230}", "Byte(0..199)"),
            plc =>
                plc with
                {
                    Connection = plc.Connection with { Timeout = TimeSpan.FromMilliseconds(1500) },
                    CpuStateEvery = TimeSpan.Zero,
                    LayoutEvery = TimeSpan.Zero,
                },
            CpuBehaviors.S7_300 with
            {
                MaxJobs = 4,
            },
            speed: new PlcSpeed { PerJob = TimeSpan.FromMilliseconds(500) }
        );

        await plant.UntilAsync(() => plant.Status.SlowedBy > 1, token);
        await plant.UntilAsync(() => Enumerable.Range(0, 4).All(tag => plant.Seen.QualityOf(tag) == TagQuality.Good), token);
        Assert.That(plant.Status.LastError, Does.Contain("one job at a time and is read 2 times as slowly as configured"));
        Assert.That(plant.Log.Lines.Select(line => line.Id.Id), Has.Some.EqualTo(1027));
        var (connections, batches) = (plant.Plc.Counters.ConnectionsAccepted, plant.Seen.BatchesOf(0));
        await plant.UntilAsync(() => plant.Seen.BatchesOf(0) > batches + 4, token);
        Assert.That(plant.Plc.Counters.ConnectionsAccepted, Is.EqualTo(connections), "and it holds");

        plant.Acquisition.RestorePace(0);
        await plant.UntilAsync(() => plant.Log.Lines.Any(line => line.Id.Id == 1028), token);
        await plant.UntilAsync(() => plant.Plc.Counters.ConnectionsAccepted > connections, token);
    }
}
