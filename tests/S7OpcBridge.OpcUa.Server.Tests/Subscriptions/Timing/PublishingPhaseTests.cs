using FsCheck;
using FsCheck.Fluent;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Timing;

/// <summary>When publishing cycles run: behind the changes where these come in a rhythm, on their own grid where they do not, and never too often.</summary>
public class PublishingPhaseTests
{
    private const int Interval = 1000,
        Settled = 60 * Interval,
        End = 120 * Interval;

    [Test]
    public void A_publishing_cycle_settles_behind_the_scan_that_feeds_it(
        [Values(1, 250, 501, 750, 940, 1000)] int first,
        [Values(1, 2, 5)] int perInterval
    )
    {
        using var rig = new PacedRig(Interval);
        rig.Scan(first, Interval / perInterval, End, turn => turn % 3);
        rig.RunUntil(End);
        Assert.That(rig.LongestWait(Settled), Is.LessThan(12));
        Assert.That(rig.TimesOf(), Has.Length.InRange(117, 121));
    }

    [Test]
    public void It_settles_behind_a_scan_that_comes_now_before_the_first_cycles_and_now_behind_them([Values(997, 998, 999)] int first)
    {
        using var rig = new PacedRig(Interval);
        rig.Scan(first, Interval, End, turn => turn % 5);
        rig.RunUntil(End);
        Assert.That(rig.LongestWait(Settled), Is.LessThan(12));
    }

    [Test]
    public void It_settles_behind_a_scan_that_is_slower_than_the_cycles([Values(1, 499, 750)] int first)
    {
        using var rig = new PacedRig(Interval);
        rig.Scan(first, 3 * Interval, 3 * End);
        rig.RunUntil(3 * End);
        Assert.That(rig.LongestWait(3 * Settled), Is.LessThan(12));
    }

    [Test]
    public void Nothing_is_overwritten_where_changes_come_as_fast_as_the_cycles_with_the_jitter_of_a_timer([Values(0, 3, 5, 8)] int first)
    {
        using var rig = new PacedRig(10);
        var random = new System.Random(first);
        rig.Scan(first, 10, 4000, _ => random.Next(5));
        rig.RunUntil(4010);
        var changes = rig.Sent.Where(s => s.ChangedAt >= 400).Select(s => s.ChangedAt).ToArray();
        Assert.That(changes[1..].Zip(changes, (a, b) => a - b), Has.All.LessThan(16));
        Assert.That(rig.LongestWait(400), Is.LessThanOrEqualTo(10));
    }

    [Test]
    public void A_scan_that_is_late_once_is_waited_for_and_moves_nothing()
    {
        using var rig = new PacedRig(Interval);
        rig.Scan(400, Interval, End, turn => turn == 80 ? 200 : 0);
        rig.RunUntil(End);
        var times = rig.TimesOf();
        Assert.That(rig.LongestWait(Settled), Is.LessThan(12));
        var late = Array.FindIndex(times, t => t > 80 * Interval + 600);
        Assert.That(times[late] - times[late - 1], Is.InRange(1190, 1210));
        Assert.That(times[late + 1] - times[late], Is.InRange(790, 810));
    }

    [Test]
    public void A_scan_that_begins_anew_at_another_moment_is_found_again()
    {
        using var rig = new PacedRig(Interval);
        rig.Scan(400, Interval, Settled);
        rig.Scan(Settled + 730, Interval, Settled + End);
        rig.RunUntil(Settled + End);
        Assert.That(rig.LongestWait(2 * Settled), Is.LessThan(12));
    }

    [Test]
    public void However_often_the_scan_moves_it_is_found_again_and_the_cycles_keep_their_number([Values(300, -300)] int by)
    {
        using var rig = new PacedRig(Interval);
        for (var stretch = 0; stretch < 8; stretch++)
        {
            rig.Scan(stretch * Settled + (500 + stretch * (Interval + by)) % Interval, Interval, (stretch + 1) * Settled);
            rig.RunUntil((stretch + 1) * Settled);
            Assert.That(rig.LongestWait(stretch * Settled + Settled * 3 / 4), Is.LessThan(40));
        }

        Assert.That(rig[0].Counters.Cycles, Is.EqualTo(480).Within(1));
    }

    [Test]
    public void Changes_at_any_time_leave_the_cycles_where_they_are([Values(0.3, 1, 4, 40)] double perInterval)
    {
        using var rig = new PacedRig(Interval);
        var random = new System.Random(1);
        for (var time = 0.0; time < 3 * End; time -= Math.Log(1 - random.NextDouble()) * Interval / perInterval)
            rig.ChangeAt((int)time);
        rig.RunUntil(3 * End);
        Assert.That(rig.TimesOf().Where(t => t % Interval != 0), Is.Empty);
    }

    [Test]
    public void A_scan_a_little_faster_or_slower_than_the_cycles_changes_nothing_in_their_number([Values(985, 999, 1001, 1015)] int every)
    {
        using var rig = new PacedRig(Interval);
        rig.Scan(400, every, 10 * End);
        rig.RunUntil(10 * End);
        Assert.That(rig[0].Counters.Cycles, Is.EqualTo(1200).Within(1));
    }

    [Test]
    public void Changes_that_follow_the_cycles_do_not_drive_them([Values(10, 1000)] int interval)
    {
        using var rig = new PacedRig(interval);
        rig.ChangeAt(0);
        for (var (time, seen) = (0, 0); time < 500 * interval; time++)
        {
            rig.RunUntil(time);
            for (; seen < rig.Sent.Count; seen++)
                rig.ChangeAt(time + 2); // a client that answers each message with a write
        }

        Assert.That(rig.Sent, Has.Count.EqualTo(500).Within(2));
    }

    [Test]
    public void Of_two_scans_the_faster_waits_no_longer_than_its_own_interval_and_cycles_settle()
    {
        using var rig = new PacedRig(Interval);
        rig.Scan(130, 100, End);
        rig.Scan(570, Interval, End);
        rig.RunUntil(End);
        var times = rig.TimesOf().Where(t => t >= Settled).Distinct().ToArray();
        Assert.That(times.Zip(times.Skip(1), (a, b) => b - a), Has.All.EqualTo(Interval));
        Assert.That(rig.LongestWait(Settled), Is.LessThan(12));
    }

    [Test]
    public void Two_subscriptions_of_a_session_settle_each_behind_its_own_scan()
    {
        using var rig = new PacedRig(Interval, 400);
        rig.Scan(570, Interval, End);
        rig.Scan(333, 400, End, subscription: 1);
        rig.RunUntil(End);
        Assert.That((rig.LongestWait(Settled), rig.LongestWait(Settled, subscription: 1)), Is.LessThan((12, 12)));
    }

    [Test]
    public void Keep_alives_keep_their_time_once_the_changes_end()
    {
        using var rig = new PacedRig(Interval);
        rig.Scan(400, Interval, Settled);
        rig.RunUntil(End);
        var times = rig.TimesOf();
        var quiet = Array.FindIndex(times, t => t > Settled) - 1;
        Assert.That(times[(quiet + 1)..].Zip(times[quiet..], (a, b) => a - b), Has.All.EqualTo(5 * Interval));
    }

    [Test]
    public void Another_interval_begins_anew_and_settles_anew()
    {
        using var rig = new PacedRig(Interval);
        rig.Scan(400, Interval, End);
        rig.RunUntil(Settled);
        var modified = rig.Rig.Services.ModifySubscription(
            rig.Rig.Owner,
            new ModifySubscriptionRequest
            {
                SubscriptionId = rig.Subscriptions[0],
                RequestedPublishingInterval = 250,
                RequestedMaxKeepAliveCount = 20,
                RequestedLifetimeCount = 1000,
            }
        );
        rig.RunUntil(End);
        Assert.That(modified.RevisedPublishingInterval, Is.EqualTo(250));
        Assert.That(rig.LongestWait(Settled + 40 * Interval), Is.LessThan(12));
    }

    [Test]
    public void A_reload_of_the_nodes_leaves_the_cycles_where_they_are()
    {
        using var rig = new PacedRig(Interval);
        rig.Scan(400, Interval, End);
        rig.RunUntil(Settled);
        rig.Rig.Space.Replace(0, new TestNodes(plain: 10));
        rig.RunUntil(End);
        Assert.That(rig.LongestWait(Settled), Is.LessThan(12));
    }

    // Cycles that were put off moved the next one into the past, where it was lost.
    [Test]
    public void Cycles_that_wait_for_late_changes_keep_their_number() => Assert.That(KeepsItsNumber((10, 17, 10, 589)));

    [FsCheck.NUnit.Property(MaxTest = 40)]
    public Property Cycles_keep_their_number_and_are_never_far_apart() =>
        Prop.ForAll(
            Gen.Choose(3, 60)
                .SelectMany(interval =>
                    Gen.Choose(1, 90)
                        .SelectMany(every =>
                            Gen.Choose(0, 20).SelectMany(jitter => Gen.Choose(0, 1000).Select(seed => (interval, every, jitter, seed)))
                        )
                )
                .ToArbitrary(),
            KeepsItsNumber
        );

    private static bool KeepsItsNumber((int Interval, int Every, int Jitter, int Seed) run)
    {
        const int Length = 2500;
        using var rig = new PacedRig(run.Interval);
        var random = new System.Random(run.Seed);
        rig.Scan(0, run.Every, Length, _ => random.Next(run.Jitter + 1));
        var last = 0;
        for (var (time, cycles) = (0, 0ul); time < Length; time++)
        {
            rig.RunUntil(time);
            if (rig[0].Counters.Cycles == cycles)
                continue;
            if (
                rig[0].Counters.Cycles > cycles + 1
                || Math.Abs((double)++cycles - (double)time / run.Interval) > 2
                || time - last > 2.5 * run.Interval + 1
            )
                return false;
            last = time;
        }
        return true;
    }
}
