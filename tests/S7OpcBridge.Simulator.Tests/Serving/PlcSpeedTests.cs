using S7OpcBridge.Testing;
using static S7OpcBridge.Simulator.Tests.Requests;

namespace S7OpcBridge.Simulator.Tests;

[CancelAfter(20_000)]
internal sealed class PlcSpeedTests
{
    private static TimeSpan Ms(double milliseconds) => TimeSpan.FromMilliseconds(milliseconds);

    /// <summary>When the answers leave the CPU if so many jobs of 20 + 30 bytes come at once, in milliseconds.</summary>
    private static double[] Play(PlcSpeed speed, int jobs, double at = 0)
    {
        var free = TimeSpan.Zero;
        var ends = new double[jobs];
        for (var i = 0; i < jobs; i++)
        {
            var start = speed.StartOf(Ms(at), free);
            var end = speed.EndOf(start, 50);
            free = speed.FreeAfter(start, end);
            ends[i] = end.TotalMilliseconds;
        }

        return ends;
    }

    [Test]
    public void Jobs_are_served_one_after_the_other() =>
        Assert.That(Play(new PlcSpeed { PerJob = Ms(2), PerByte = Ms(0.01) }, 3), Is.EqualTo(new[] { 2.5, 5, 7.5 }));

    [Test]
    public void One_job_is_served_at_the_end_of_each_cycle() =>
        Assert.That(Play(new PlcSpeed { Cycle = Ms(10) }, 3, at: 12), Is.EqualTo(new double[] { 20, 30, 40 }));

    [Test]
    public void A_job_that_takes_longer_than_a_cycle_costs_the_next_one() =>
        Assert.That(Play(new PlcSpeed { Cycle = Ms(10), PerJob = Ms(11) }, 2, at: 5), Is.EqualTo(new double[] { 21, 41 }));

    [Test]
    public void The_throughput_cap_spaces_jobs() =>
        Assert.That(Play(new PlcSpeed { JobsPerSecond = 200 }, 3), Is.EqualTo(new double[] { 0, 5, 10 }));

    [Test]
    public void No_load_takes_no_time()
    {
        Assert.That(PlcSpeed.None.IsNone, Is.True);
        Assert.That(new PlcSpeed { Latency = Ms(1) }.IsNone, Is.False);
        Assert.That(Play(PlcSpeed.None, 3, at: 4), Is.EqualTo(new double[] { 4, 4, 4 }));
    }

    [Test]
    public async Task An_answer_waits_for_the_clock_of_the_PLC(CancellationToken cancel)
    {
        var clock = new ManualClock();
        await using var plc = new SoftPlc(new SoftPlcOptions { Speed = new PlcSpeed { Latency = TimeSpan.FromHours(1) } }, clock);
        plc.Memory.AddBlock(1, 10);
        plc.Start();
        await using var caller = await RawCaller.ConnectAsync(plc, cancel);
        await caller.AskAsync(RawCaller.ConnectRequest);
        await caller.SendPduAsync(RawCaller.Setup(480, 1));
        await plc.Counters.WhenAsync(c => c.Setups == 1, cancel);
        var answer = caller.ReceivePduAsync();
        while (!answer.IsCompleted)
        {
            // Each hour of the clock lets the answer go as soon as its timer runs.
            clock.Advance(TimeSpan.FromHours(1));
            await Task.Yield();
        }

        Assert.That(await answer, Does.EndWith("01 E0"));
    }

    [Test]
    public async Task Latency_does_not_keep_the_CPU_from_the_next_job(CancellationToken cancel)
    {
        await using var plc = new SoftPlc(new SoftPlcOptions { Speed = new PlcSpeed { Latency = Ms(300) } }, TimeProvider.System);
        plc.Memory.AddBlock(1, 10);
        plc.Start();
        await using var caller = await RawCaller.OpenAsync(plc, cancel);
        for (var i = 0; i < 5; i++)
            await caller.SendPduAsync(Read(i, DbBytes(1, 0, 1)));
        // All five are served before the first answer has arrived, so that they count as in flight together.
        await plc.Counters.WhenAsync(c => c.ReadJobs == 5, cancel);
        for (var i = 0; i < 5; i++)
            Assert.That(await caller.ReceivePduAsync(), Does.StartWith($"32 03 00 00 00 0{i}"));
        // The job of the setup may still be counted, as its answer was sent just before.
        Assert.That(plc.Counters.InFlightMax, Is.InRange(5, 6));
    }
}
