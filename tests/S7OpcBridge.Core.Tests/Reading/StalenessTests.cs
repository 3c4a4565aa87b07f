using S7OpcBridge.Core.Reading;

namespace S7OpcBridge.Core.Tests;

public sealed class StalenessTests
{
    private const long Limit = 3 * TimeSpan.TicksPerSecond;

    private readonly Staleness _staleness = new(TimeSpan.FromSeconds(2));

    [SetUp]
    public void Measure() => _staleness.Measure(TimeSpan.TicksPerSecond, floor: 0);

    [Test]
    public void What_was_read_again_grows_old_again_although_no_cycle_confirms_it()
    {
        _staleness.Confirm(1000);
        _staleness.Report();
        Assert.That(_staleness.Due, Is.EqualTo(long.MaxValue));

        _staleness.Begin(5000);
        _staleness.Begin(6000);

        Assert.That(_staleness.Due, Is.EqualTo(5000 + Limit));
    }

    [Test]
    public void An_answer_within_a_cycle_confirms_nothing()
    {
        _staleness.Confirm(1000);

        _staleness.Begin(2000);

        Assert.That(_staleness.Due, Is.EqualTo(1000 + Limit));
    }

    [Test]
    public void It_is_news_once_per_confirmation()
    {
        _staleness.Confirm(1000);
        Assert.That(_staleness.Report(), Is.True);

        _staleness.Begin(2000);
        Assert.That(_staleness.Report(), Is.False);

        _staleness.Confirm(3000);
        Assert.That(_staleness.Report(), Is.True);
    }
}
