using S7OpcBridge.IsoOnTcp.Loop;

namespace S7OpcBridge.IsoOnTcp.Tests;

[TestFixture(false)]
[TestFixture(true)]
public sealed class EventLoopTests(bool asOnWindows)
{
    private static readonly TimeSpan Never = Timeout.InfiniteTimeSpan;

    private readonly SystemLoop _clock = SystemLoop.Begin(wake => asOnWindows ? new SelectWatch(wake) : SocketWatch.Begin(wake));

    private long Now => _clock.GetElapsedTime(0).Ticks;

    [Test, CancelAfter(10_000)]
    public async Task A_timer_fires_at_its_time_and_not_before(CancellationToken token)
    {
        var fired = new TaskCompletionSource<long>();
        await using var timer = _clock.CreateTimer(_ => fired.TrySetResult(Now), null, Never, Never);
        var due = Now + TimeSpan.FromMilliseconds(30).Ticks;
        timer.Change(TimeSpan.FromMilliseconds(30), Never);
        // Half a millisecond early is what the clock allows itself.
        Assert.That(await fired.Task.WaitAsync(token), Is.GreaterThanOrEqualTo(due - TimeSpan.TicksPerMillisecond / 2));
    }

    [Test, CancelAfter(10_000)]
    public async Task A_timer_set_earlier_wakes_the_clock(CancellationToken token)
    {
        var fired = new TaskCompletionSource();
        await using var timer = _clock.CreateTimer(_ => fired.TrySetResult(), null, TimeSpan.FromHours(1), Never);
        timer.Change(TimeSpan.FromMilliseconds(1), Never);
        await fired.Task.WaitAsync(token);
    }

    [Test, CancelAfter(20_000)]
    public async Task Timers_set_from_many_threads_in_every_rhythm_all_fire(CancellationToken token)
    {
        async Task FireOftenAsync(int seed)
        {
            var random = new Random(seed);
            using var fired = new SemaphoreSlim(0);
            await using var timer = _clock.CreateTimer(_ => fired.Release(), null, Never, Never);
            for (var i = 0; i < 200; i++)
            {
                timer.Change(TimeSpan.FromMicroseconds(random.Next(5) * 700), Never);
                await fired.WaitAsync(token);
            }
        }

        await Task.WhenAll(Enumerable.Range(0, 8).Select(seed => Task.Run(() => FireOftenAsync(seed), token)));
    }
}
