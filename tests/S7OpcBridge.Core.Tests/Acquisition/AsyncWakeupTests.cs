using S7OpcBridge.Core.Timing;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests;

public sealed class AsyncWakeupTests
{
    private readonly ManualClock _clock = new();
    private AsyncWakeup _wakeup = null!;

    [SetUp]
    public void Make() => _wakeup = new AsyncWakeup(_clock);

    [TearDown]
    public void Drop() => _wakeup.Dispose();

    [Test, CancelAfter(10_000)]
    public async Task It_wakes_at_its_time_and_not_before()
    {
        var wait = _wakeup.WaitUntilAsync(_clock.Ticks() + TimeSpan.FromSeconds(2).Ticks).AsTask();
        _clock.Advance(TimeSpan.FromMilliseconds(1999));
        Assert.That(wait.IsCompleted, Is.False);

        _clock.Advance(TimeSpan.FromMilliseconds(1));
        await wait;
    }

    [Test, CancelAfter(10_000)]
    public async Task A_ring_wakes_it_early()
    {
        var wait = _wakeup.WaitUntilAsync(long.MaxValue).AsTask();
        _wakeup.Wake();
        await wait;
    }

    [Test]
    public void A_ring_between_two_waits_is_not_lost()
    {
        _wakeup.Wake();
        Assert.That(_wakeup.WaitUntilAsync(long.MaxValue).IsCompleted, Is.True);
        Assert.That(_wakeup.WaitUntilAsync(long.MaxValue).IsCompleted, Is.False);
    }

    [Test, CancelAfter(10_000)]
    public async Task Rings_from_many_threads_wake_it_every_time(CancellationToken token)
    {
        for (var i = 0; i < 200; i++)
        {
            var wait = _wakeup.WaitUntilAsync(long.MaxValue).AsTask();
            await Task.WhenAll(Task.Run(_wakeup.Wake, token), Task.Run(_wakeup.Wake, token));
            await wait;
        }
    }

    [Test, CancelAfter(10_000)]
    public async Task A_time_whose_timer_comes_a_few_milliseconds_early_counts_as_reached()
    {
        using var wakeup = new AsyncWakeup(new EarlyTimers(_clock, by: TimeSpan.FromMilliseconds(4)));
        var time = _clock.Ticks() + TimeSpan.FromSeconds(2).Ticks;
        var wait = wakeup.WaitUntilAsync(time).AsTask();
        _clock.Advance(TimeSpan.FromMilliseconds(1996));
        await wait;
        Assert.That(wakeup.Reached, Is.EqualTo(time));
    }

    [Test, CancelAfter(10_000)]
    public async Task A_timer_left_over_from_the_wait_before_reaches_nothing()
    {
        using var wakeup = new AsyncWakeup(new EarlyTimers(_clock, by: TimeSpan.FromSeconds(1)));
        var wait = wakeup.WaitUntilAsync(_clock.Ticks() + TimeSpan.FromSeconds(2).Ticks).AsTask();
        _clock.Advance(TimeSpan.FromSeconds(1));
        await wait;
        Assert.That(wakeup.Reached, Is.Zero);
    }

    [TestCase(2000, 0, TestName = "A waiter that was held up beyond its time before its timer was set wakes at once")]
    [TestCase(1500, 500, TestName = "A waiter that was held up before its timer was set wakes at its time")]
    [CancelAfter(10_000)]
    public async Task A_waiter_that_is_held_up_is_not_late(int heldUp, int left)
    {
        using var wakeup = new AsyncWakeup(new EarlyTimers(_clock, TimeSpan.Zero) { HoldsUpOnce = TimeSpan.FromMilliseconds(heldUp) });
        var wait = wakeup.WaitUntilAsync(_clock.Ticks() + TimeSpan.FromSeconds(2).Ticks).AsTask();
        Assert.That(wait.IsCompleted, Is.EqualTo(left == 0));
        _clock.Advance(TimeSpan.FromMilliseconds(left));
        await wait;
    }

    [Test]
    public void On_the_spot_means_on_the_thread_of_the_clock()
    {
        var thread = 0;
        async Task WaitAsync()
        {
            await _wakeup.WaitUntilAsync(_clock.Ticks() + TimeSpan.TicksPerSecond, onTheSpot: true).ConfigureAwait(false);
            thread = Environment.CurrentManagedThreadId;
        }

        var waiting = WaitAsync();
        _clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That((waiting.IsCompletedSuccessfully, thread), Is.EqualTo((true, Environment.CurrentManagedThreadId)));
    }

    /// <summary>A clock whose timers come too early, as those of a coarse clock do.</summary>
    private sealed class EarlyTimers(ManualClock clock, TimeSpan by) : TimeProvider
    {
        /// <summary>So much time passes before the next timer is set.</summary>
        public TimeSpan HoldsUpOnce { get; set; }

        public override long TimestampFrequency => clock.TimestampFrequency;

        public override long GetTimestamp() => clock.GetTimestamp();

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            new EarlyTimer(this, clock.CreateTimer(callback, state, dueTime, period));

        private bool Change(ITimer timer, TimeSpan dueTime, TimeSpan period)
        {
            clock.Advance(HoldsUpOnce);
            HoldsUpOnce = TimeSpan.Zero;
            return timer.Change(dueTime == Timeout.InfiniteTimeSpan ? dueTime : dueTime - by, period);
        }

        private sealed class EarlyTimer(EarlyTimers clock, ITimer timer) : ITimer
        {
            public bool Change(TimeSpan dueTime, TimeSpan period) => clock.Change(timer, dueTime, period);

            public void Dispose() => timer.Dispose();

            public ValueTask DisposeAsync() => timer.DisposeAsync();
        }
    }
}
