using S7OpcBridge.Cluster.Lives;

namespace S7OpcBridge.Cluster.Tests.Lives;

public sealed class ClockStepTests
{
    [Test]
    public void A_clock_that_runs_drifts_or_is_set_forward_did_not_go_back()
    {
        var clock = new Clock();
        var step = new ClockStep(clock);
        foreach (var (seconds, shift) in new[] { (1, 0.0), (10, 0), (10, -1.5), (1, 3600), (60, 3600), (60, 3598.5) })
        {
            clock.Run(TimeSpan.FromSeconds(seconds), TimeSpan.FromSeconds(shift));
            Assert.That(step.WentBack(), Is.False, $"{shift} s");
        }
    }

    [Test]
    public void A_clock_that_is_set_back_is_noticed_also_after_it_was_set_forward()
    {
        var clock = new Clock();
        var step = new ClockStep(clock);
        Assert.That(step.WentBack(), Is.False);
        clock.Run(TimeSpan.FromSeconds(1), TimeSpan.FromHours(24));
        Assert.That(step.WentBack(), Is.False);
        clock.Run(TimeSpan.FromSeconds(1), TimeSpan.Zero);
        Assert.That(step.WentBack(), Is.True);
    }

    private sealed class Clock : TimeProvider
    {
        private TimeSpan _ran,
            _shift;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public void Run(TimeSpan time, TimeSpan shift) => (_ran, _shift) = (_ran + time, shift);

        public override long GetTimestamp() => _ran.Ticks;

        public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch.AddYears(50) + _ran + _shift;
    }
}
