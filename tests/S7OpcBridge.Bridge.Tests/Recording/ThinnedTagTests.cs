using S7OpcBridge.Bridge.Recording;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>Which values <c>every</c> and <c>deadband</c> let through.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed class ThinnedTagTests
{
    private readonly List<(double Value, StatusCode Status, long Ticks)> _recorded = [];

    [Test]
    public void The_last_value_of_each_interval_is_recorded()
    {
        var tag = Tag(every: 100);
        Assert.That(Take(tag, 1, 1010), Is.False, "the first at once");
        Assert.That(Take(tag, 2, 1020), Is.True);
        Assert.That(Take(tag, 3, 1090), Is.False, "it waits in place of the other");
        Assert.That(Take(tag, 4, 1100), Is.True);
        Assert.That(tag.Due, Is.EqualTo(At(1200)));
        tag.Release();

        Assert.That(_recorded, Is.EqualTo(new[] { Good(1, 1010), Good(3, 1090), Good(4, 1100) }));
    }

    [Test]
    public void Values_within_the_deadband_of_the_recorded_one_are_left_out()
    {
        var tag = Tag(deadband: 2);
        foreach (var (value, at) in new[] { (10.0, 1000), (11.9, 1010), (8.1, 1020), (12, 1030), (13.9, 1040), (9.9, 1050) })
            Take(tag, value, at);

        Assert.That(_recorded, Is.EqualTo(new[] { Good(10, 1000), Good(12, 1030), Good(9.9, 1050) }));
    }

    [TestCase(BuiltInType.Int64), TestCase(BuiltInType.UInt64)]
    public void Integers_that_are_one_number_as_a_Double_are_still_one_apart(BuiltInType type)
    {
        const long border = 1L << 53;
        var recorded = new List<long>();
        var tag = new ThinnedTag(
            7,
            new TagHistory { Deadband = 0.5 },
            (int _, in Variant value, StatusCode _, long _) =>
            {
                recorded.Add(value.Bits);
                return true;
            }
        );
        foreach (var bits in new[] { border, border + 1, border + 1, border })
            tag.Offer(new Variant(type, bits), StatusCodes.Good, 1000 + recorded.Count);
        Assert.That(recorded, Is.EqualTo(new[] { border, border + 1, border }));
    }

    [Test]
    public void With_both_the_last_value_of_an_interval_is_compared()
    {
        var tag = Tag(every: 100, deadband: 2);
        Take(tag, 10, 1000);
        Take(tag, 20, 1010);
        Take(tag, 10.5, 1090);
        Take(tag, 15, 1110);
        tag.Release();

        Assert.That(_recorded, Is.EqualTo(new[] { Good(10, 1000), Good(15, 1110) }));
    }

    [Test]
    public void A_change_of_status_is_recorded_at_once_and_the_value_before_it_too()
    {
        var tag = Tag(every: 100, deadband: 100);
        Take(tag, 1, 1000);
        Take(tag, 200, 1010);
        Take(tag, 0, 1020, StatusCodes.BadSensorFailure);
        Take(tag, 200, 1030);
        Take(tag, 201, 1040, StatusCodes.UncertainLastUsableValue);

        Assert.That(
            _recorded,
            Is.EqualTo(
                new[]
                {
                    Good(1, 1000),
                    Good(200, 1010),
                    (0.0, (StatusCode)StatusCodes.BadSensorFailure, At(1020)),
                    Good(200, 1030),
                    (201.0, (StatusCode)StatusCodes.UncertainLastUsableValue, At(1040)),
                }
            )
        );
    }

    [Test]
    public void After_a_gap_the_first_value_is_recorded_whatever_it_is()
    {
        var tag = Tag(every: 100, deadband: 100);
        Take(tag, 1, 1000);
        Take(tag, 101, 1010);
        tag.Begin();
        Take(tag, 1, 1020);

        Assert.That(_recorded, Is.EqualTo(new[] { Good(1, 1000), Good(101, 1010), Good(1, 1020) }));
    }

    [Test]
    public void No_number_is_within_no_deadband()
    {
        var tag = Tag(deadband: 2);
        foreach (var (value, at) in new[] { (double.NaN, 1000), (double.NaN, 1010), (1, 1020), (1, 1030) })
            Take(tag, value, at);

        Assert.That(_recorded, Is.EqualTo(new[] { Good(double.NaN, 1000), Good(double.NaN, 1010), Good(1, 1020) }));
    }

    private ThinnedTag Tag(int every = 0, double? deadband = null) =>
        new(
            7,
            new TagHistory { Every = TimeSpan.FromMilliseconds(every), Deadband = deadband },
            (int series, in Variant value, StatusCode status, long time) =>
            {
                Assert.That(series, Is.EqualTo(7));
                _recorded.Add((BitConverter.Int64BitsToDouble(value.Bits), status, UaTime.ToTicks(time)));
                return true;
            }
        );

    private static bool Take(ThinnedTag tag, double value, int milliseconds, uint status = StatusCodes.Good) =>
        tag.Offer(Variant.From(value), status, At(milliseconds));

    private static long At(int milliseconds) =>
        new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc).Ticks + milliseconds * TimeSpan.TicksPerMillisecond;

    private static (double, StatusCode, long) Good(double value, int milliseconds) => (value, StatusCodes.Good, At(milliseconds));
}
