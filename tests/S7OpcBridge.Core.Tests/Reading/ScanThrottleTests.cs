using S7OpcBridge.Core.Reading;

namespace S7OpcBridge.Core.Tests;

public sealed class ScanThrottleTests
{
    private const long Millisecond = TimeSpan.TicksPerMillisecond;

    [Test]
    public void A_class_that_keeps_up_stays_as_fast_as_the_map_says()
    {
        var pace = new ScanThrottle();
        for (var now = 0L; now < 60_000; now += 100)
            Assert.That(pace.Note(now * Millisecond, 100 * Millisecond, skipped: now % 300 == 0 ? 1 : 0, took: 90 * Millisecond), Is.False);
        Assert.That(pace.Factor, Is.EqualTo(1));
    }

    [Test]
    public void A_class_that_skips_as_many_deadlines_as_it_meets_slows_down_until_it_keeps_up()
    {
        var pace = new ScanThrottle();
        var now = 0L;
        Assert.That(Play(pace, ref now, took: 350), Is.EqualTo(new[] { 2, 4 }), "350 ms of work need 400 ms");
        Assert.That(Play(pace, ref now, took: 350), Is.Empty);
    }

    [Test]
    public void It_comes_back_step_by_step_and_not_to_and_fro()
    {
        var pace = new ScanThrottle();
        var now = 0L;
        Play(pace, ref now, took: 350);
        Assert.That(Play(pace, ref now, took: 150), Is.Empty, "half the interval would leave it nothing to spare");
        Assert.That(Play(pace, ref now, took: 90), Is.EqualTo(new[] { 2 }));
        Assert.That(Play(pace, ref now, took: 30), Is.EqualTo(new[] { 1 }));
        pace.Reset();
        Assert.That(pace.Factor, Is.EqualTo(1));
    }

    [Test, CancelAfter(30_000)]
    public async Task A_slow_PLC_is_told_with_what_to_do(CancellationToken token)
    {
        // The PLC takes its own time, and the bridge's clock runs twenty times as fast.
        var clock = new Testing.ManualClock();
        await using var plant = Plant.Start(
            map => map.Class("fast", 100).Tag("A", "DB1.DBW0", "Int"),
            plc => plc with { Connection = plc.Connection with { Timeout = TimeSpan.FromMinutes(10) } },
            time: clock
        );
        await plant.UntilGoodAsync(0, token);

        plant.Plc.Faults.Arm(Simulator.Fault.Delay(TimeSpan.FromMilliseconds(30)), times: int.MaxValue);
        await plant.UntilAsync(() => plant.Log.Lines.Any(line => line.Id.Id == 1025), token);

        Assert.That(
            plant.Log.Lines.First(line => line.Id.Id == 1025).Text,
            Does.Match("^Line1: scan class fast does not keep up with 100 ms and is read every [248]00 ms until it does\\. Give it")
        );
        Assert.That(plant.Status.LastError, Does.Contain("does not keep up"));
    }

    /// <summary>A minute of cycles that each take so long, on a grid; the factors it went through.</summary>
    private static List<int> Play(ScanThrottle pace, ref long now, long took)
    {
        var factors = new List<int>();
        for (var end = now + 60_000; now < end; )
        {
            var interval = 100 * pace.Factor;
            var skipped = took / interval;
            if (pace.Note(now * Millisecond, interval * Millisecond, skipped, took * Millisecond))
                factors.Add(pace.Factor);
            now += (skipped + 1) * interval;
        }
        return factors;
    }
}
