using System.Diagnostics;
using S7OpcBridge.OpcUa.Server.Subscriptions.Timing;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Timing;

public class ThreadTimerTests
{
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    [Test]
    [CancelAfter(30_000)]
    public async Task It_fires_when_its_time_has_come_and_not_before(CancellationToken cancellationToken)
    {
        var fired = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var timer = new ThreadTimer(static fired => ((TaskCompletionSource)fired!).SetResult(), fired);
        var start = Stopwatch.GetTimestamp();
        timer.Change(TimeSpan.FromMilliseconds(20), Timeout.InfiniteTimeSpan);
        await fired.Task.WaitAsync(cancellationToken);
        Assert.That(Stopwatch.GetElapsedTime(start).TotalMilliseconds, Is.GreaterThanOrEqualTo(20));
    }

    [Test]
    [CancelAfter(30_000)]
    public async Task A_sooner_time_takes_the_place_of_a_later_one(CancellationToken cancellationToken)
    {
        var fired = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var timer = new ThreadTimer(static fired => ((TaskCompletionSource)fired!).SetResult(), fired);
        timer.Change(Hour, Timeout.InfiniteTimeSpan);
        await Poll.AgainAsync(cancellationToken); // it sleeps by now, perhaps
        timer.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan);
        await fired.Task.WaitAsync(cancellationToken);
    }

    [Test]
    [CancelAfter(30_000)]
    public async Task Its_callback_may_set_it_anew(CancellationToken cancellationToken)
    {
        var thousand = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var times = 0;
        ThreadTimer? timer = null;
        timer = new ThreadTimer(
            _ =>
            {
                if (++times == 1000)
                    thousand.SetResult();
                else
                    timer!.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan);
            },
            null
        );
        using (timer)
        {
            timer.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan);
            await thousand.Task.WaitAsync(cancellationToken);
        }
    }

    [Test]
    public void After_its_end_it_cannot_be_set()
    {
        var timer = new ThreadTimer(static _ => Assert.Fail("It has ended."), null);
        timer.Change(Hour, Timeout.InfiniteTimeSpan);
        timer.Dispose();
        Assert.That(timer.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan), Is.False);
    }

    [Test]
    public void A_clock_that_somebody_plays_brings_its_own_timers()
    {
        var clock = new ManualClock();
        var fired = 0;
        using var timer = ThreadTimer.Create(clock, _ => fired++, this);
        timer.Change(TimeSpan.FromSeconds(1), Timeout.InfiniteTimeSpan);
        clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(fired, Is.EqualTo(1));
    }
}
