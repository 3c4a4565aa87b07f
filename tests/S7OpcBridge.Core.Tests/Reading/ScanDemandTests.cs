using S7OpcBridge.Core.Reading;

namespace S7OpcBridge.Core.Tests;

public sealed class ScanDemandTests
{
    private readonly ScanDemand _demand = new(TimeSpan.FromSeconds(1));

    [Test]
    public void Nobody_listens_at_first() => Assert.That(_demand.Interval, Is.Zero);

    [Test]
    public void The_fastest_listener_decides_but_never_below_the_class()
    {
        _demand.Add(TimeSpan.FromSeconds(30));
        Assert.That(_demand.Interval, Is.EqualTo(TimeSpan.FromSeconds(30).Ticks));
        _demand.Add(TimeSpan.FromSeconds(5));
        Assert.That(_demand.Interval, Is.EqualTo(TimeSpan.FromSeconds(5).Ticks));
        _demand.Add(TimeSpan.Zero);
        Assert.That(_demand.Interval, Is.EqualTo(TimeSpan.FromSeconds(1).Ticks));

        _demand.Remove(TimeSpan.Zero);
        _demand.Remove(TimeSpan.FromSeconds(5));
        Assert.That(_demand.Interval, Is.EqualTo(TimeSpan.FromSeconds(30).Ticks));
        _demand.Remove(TimeSpan.FromSeconds(30));
        Assert.That(_demand.Interval, Is.Zero);
    }
}
