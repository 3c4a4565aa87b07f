using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Timing;

public class TimerWheelTests
{
    [Test]
    public void An_entry_comes_out_at_its_time_and_not_before()
    {
        var wheel = new TimerWheel();
        var entry = new Entry();
        wheel.Set(entry, 5000);
        Assert.That(Due(wheel, 4999), Is.Empty);
        Assert.That(Due(wheel, 5000), Is.EqualTo(new[] { entry }));
        Assert.That(Due(wheel, 50_000), Is.Empty);
    }

    [Test]
    public void What_is_overdue_comes_out_at_the_next_millisecond()
    {
        var wheel = new TimerWheel();
        Due(wheel, 1000);
        var entry = new Entry();
        wheel.Set(entry, 3);
        Assert.That(wheel.UntilNext(), Is.EqualTo(1));
        Assert.That(Due(wheel, 1001), Is.EqualTo(new[] { entry }));
    }

    [Test]
    public void An_empty_wheel_needs_no_timer() => Assert.That(new TimerWheel().UntilNext(), Is.EqualTo(-1));

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public Property A_wheel_does_what_a_sorted_list_does() =>
        Prop.ForAll(
            ArbMap.Default.GeneratorFor<(byte Action, byte Entry, ushort Time)>().ListOf().ToArbitrary(),
            steps =>
            {
                var wheel = new TimerWheel();
                var entries = Enumerable.Range(0, 256).Select(_ => new Entry()).ToArray();
                var expected = new Dictionary<WheelEntry, long>();
                long now = 0;
                foreach (var (action, index, time) in steps)
                {
                    var entry = entries[index % 8];
                    switch (action % 4)
                    {
                        case 0 or 1:
                            wheel.Set(entry, now + time % 3000);
                            expected[entry] = Math.Max(now + time % 3000, now + 1);
                            break;
                        case 2:
                            wheel.Remove(entry);
                            expected.Remove(entry);
                            break;
                        default:
                            now += time % 2500;
                            var due = expected.Where(e => e.Value <= now).Select(e => e.Key).ToHashSet();
                            if (!due.SetEquals(Due(wheel, now)))
                                return false;
                            foreach (var gone in due)
                                expected.Remove(gone);
                            break;
                    }

                    var next = expected.Count == 0 ? -1 : expected.Values.Min() - now;
                    if (wheel.Count != expected.Count || wheel.UntilNext() > next || wheel.UntilNext() < Math.Min(next, 1))
                        return false;
                }

                return true;
            }
        );

    private static List<WheelEntry> Due(TimerWheel wheel, long now)
    {
        var due = new List<WheelEntry>();
        wheel.Advance(now, due);
        return due;
    }

    private sealed class Entry : WheelEntry
    {
        public override void Fire(long now) { }
    }
}
