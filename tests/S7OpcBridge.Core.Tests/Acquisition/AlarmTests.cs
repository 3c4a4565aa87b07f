using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests;

public sealed class AlarmTests
{
    private readonly ManualClock _clock = new();
    private Alarm _alarm = null!;

    [SetUp]
    public void Make() => _alarm = new Alarm(_clock);

    [TearDown]
    public void Drop() => _alarm.Dispose();

    [Test, CancelAfter(10_000)]
    public async Task It_wakes_at_its_time_and_not_before()
    {
        var wait = _alarm.WaitUntilAsync(_clock.Ticks() + TimeSpan.FromSeconds(2).Ticks).AsTask();
        _clock.Advance(TimeSpan.FromMilliseconds(1999));
        Assert.That(wait.IsCompleted, Is.False);

        _clock.Advance(TimeSpan.FromMilliseconds(1));
        await wait;
    }

    [Test, CancelAfter(10_000)]
    public async Task A_ring_wakes_it_early()
    {
        var wait = _alarm.WaitUntilAsync(long.MaxValue).AsTask();
        _alarm.Ring();
        await wait;
    }

    [Test]
    public void A_ring_between_two_waits_is_not_lost()
    {
        _alarm.Ring();
        Assert.That(_alarm.WaitUntilAsync(long.MaxValue).IsCompleted, Is.True);
        Assert.That(_alarm.WaitUntilAsync(long.MaxValue).IsCompleted, Is.False);
    }

    [Test, CancelAfter(10_000)]
    public async Task Rings_from_many_threads_wake_it_every_time(CancellationToken token)
    {
        for (var i = 0; i < 200; i++)
        {
            var wait = _alarm.WaitUntilAsync(long.MaxValue).AsTask();
            await Task.WhenAll(Task.Run(_alarm.Ring, token), Task.Run(_alarm.Ring, token));
            await wait;
        }
    }
}
