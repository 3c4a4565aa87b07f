using S7OpcBridge.Core.Reading;

namespace S7OpcBridge.Core.Tests;

public sealed class ScanClockTests
{
    [Test]
    public void Deadlines_stay_on_the_grid_however_late_cycles_end()
    {
        var clock = new ScanClock();
        clock.Start(100, first: 1000);

        Assert.That(clock.Done(1030), Is.False);
        Assert.That(clock.Due, Is.EqualTo(1100));
        Assert.That(clock.Done(1199), Is.False, "late, but the next deadline is still ahead");
        Assert.That(clock.Due, Is.EqualTo(1200));
    }

    [Test]
    public void Deadlines_that_passed_are_skipped_and_counted()
    {
        var clock = new ScanClock();
        clock.Start(100, first: 1000);

        Assert.That(clock.Done(1350), Is.True);
        Assert.That((clock.Due, clock.Overruns), Is.EqualTo((1400L, 3L)));
    }

    [Test]
    public void A_cycle_out_of_turn_moves_no_deadline()
    {
        var clock = new ScanClock();
        clock.Start(100, first: 1000);

        Assert.That(clock.Done(950), Is.False);
        Assert.That((clock.Due, clock.Overruns), Is.EqualTo((1000L, 0L)));
    }

    [FsCheck.NUnit.Property]
    public bool The_next_deadline_is_always_ahead_and_on_the_grid(int[] ends)
    {
        var clock = new ScanClock();
        clock.Start(7, first: 0);
        var (now, cycles) = (0L, 0L);
        foreach (var end in ends)
        {
            now = Math.Max(now, clock.Due) + Math.Abs((long)end % 50);
            clock.Done(now);
            cycles++;
        }
        return clock.Due % 7 == 0 && (ends.Length == 0 || clock.Due > now) && clock.Due == (cycles + clock.Overruns) * 7;
    }

    [Test]
    public void A_stopped_clock_is_never_due()
    {
        var clock = new ScanClock();
        clock.Start(100, first: 1000);
        clock.Stop();

        Assert.That(clock.Due, Is.EqualTo(long.MaxValue));
        Assert.That(clock.Done(5000), Is.False);
    }
}
