using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Tests;

public sealed class LoadCeilingTests
{
    private const long Millisecond = TimeSpan.TicksPerMillisecond,
        Second = TimeSpan.TicksPerSecond;

    [Test]
    public void Without_a_ceiling_a_job_may_always_start()
    {
        var ceiling = new LoadCeiling(S7Load.None);
        for (var i = 0; i < 100; i++)
        {
            Assert.That(ceiling.MayStart(0), Is.True);
            ceiling.Started(0);
        }
        Assert.That(ceiling.HeldBack, Is.Zero);
    }

    [TestCase(5)]
    [TestCase(30)]
    [TestCase(150)]
    public void Over_ten_seconds_no_more_jobs_start_than_the_rate_allows(int rate)
    {
        var ceiling = new LoadCeiling(new S7Load(rate));
        var jobs = 0;
        for (var now = 0L; now < 10 * Second; now += Millisecond)
        {
            while (ceiling.MayStart(now))
            {
                ceiling.Started(now);
                ceiling.Drained(now);
                jobs++;
            }
        }
        Assert.That(jobs, Is.InRange(10 * rate - 1, 10 * rate + rate / 10 + 1), "and a burst of a tenth of a second");
        Assert.That(ceiling.HeldBack, Is.GreaterThan(0));
    }

    [Test]
    public void Jobs_of_other_lanes_count_too()
    {
        var ceiling = new LoadCeiling(new S7Load(5));
        for (var i = 0; i < 5; i++)
            ceiling.Charge();

        Assert.That(ceiling.MayStart(0), Is.False);
        Assert.That(ceiling.NextStart(0), Is.EqualTo(Second));
    }

    [TestCase(20, 10)]
    [TestCase(1, 2)]
    [TestCase(4, 2)]
    public void A_CPU_that_may_be_busy_for_a_quarter_of_the_time_rests_three_quarters(int answerMilliseconds, int seconds)
    {
        var answer = answerMilliseconds * Millisecond;
        var ceiling = new LoadCeiling(new S7Load(0, Busy: 0.25));
        var (busy, now) = (0L, 0L);
        while (now < seconds * Second)
        {
            if (!ceiling.MayStart(now))
            {
                now = ceiling.NextStart(now);
                continue;
            }
            ceiling.Started(now);
            (now, busy) = (now + answer, busy + answer);
            ceiling.Drained(now);
        }
        Assert.That(busy / (double)now, Is.EqualTo(0.25).Within(0.01));
    }

    [Test]
    public void A_CPU_that_answers_at_once_gets_the_requests_of_a_short_cycle_without_a_pause()
    {
        var ceiling = new LoadCeiling(new S7Load(150, Busy: 0.5));
        const long Answer = Millisecond / 10,
            Cycle = 100 * Millisecond;
        for (var cycle = 0; cycle < 50; cycle++)
        {
            var now = cycle * Cycle;
            for (var job = 0; job < 10; job++)
            {
                Assert.That(ceiling.MayStart(now), Is.True, $"job {job} of cycle {cycle}");
                ceiling.Started(now);
                now += Answer;
                ceiling.Drained(now);
            }
        }
        Assert.That(ceiling.HeldBack, Is.Zero);
    }

    [Test]
    public void Jobs_in_a_row_are_interrupted_so_that_a_busy_CPU_gets_its_rest()
    {
        var ceiling = new LoadCeiling(new S7Load(0, Busy: 0.5));
        ceiling.Started(0);

        Assert.That(ceiling.MayStart(40 * Millisecond), Is.True);
        Assert.That(ceiling.MayStart(60 * Millisecond), Is.False);
        Assert.That(ceiling.NextStart(60 * Millisecond), Is.EqualTo(long.MaxValue), "first those in flight must be answered");
    }
}
