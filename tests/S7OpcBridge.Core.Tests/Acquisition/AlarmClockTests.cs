namespace S7OpcBridge.Core.Tests;

public sealed class AlarmClockTests
{
    private static readonly TimeSpan Never = Timeout.InfiniteTimeSpan;

    private readonly AlarmClock _clock = new();

    [OneTimeSetUp]
    public void Start() => _clock.Start();

    [OneTimeTearDown]
    public void Stop() => _clock.Dispose();

    [Test, CancelAfter(10_000)]
    public async Task A_bell_rings_at_its_time_and_not_before(CancellationToken token)
    {
        var rang = new TaskCompletionSource<long>();
        await using var bell = _clock.CreateTimer(_ => rang.TrySetResult(_clock.Ticks()), null, Never, Never);
        var due = _clock.Ticks() + TimeSpan.FromMilliseconds(30).Ticks;
        bell.Change(TimeSpan.FromMilliseconds(30), Never);
        // Half a millisecond early is what the clock allows itself.
        Assert.That(await rang.Task.WaitAsync(token), Is.GreaterThanOrEqualTo(due - TimeSpan.TicksPerMillisecond / 2));
    }

    [Test, CancelAfter(10_000)]
    public async Task A_bell_set_earlier_wakes_the_clock(CancellationToken token)
    {
        var rang = new TaskCompletionSource();
        await using var bell = _clock.CreateTimer(_ => rang.TrySetResult(), null, TimeSpan.FromHours(1), Never);
        bell.Change(TimeSpan.FromMilliseconds(1), Never);
        await rang.Task.WaitAsync(token);
    }

    [Test, CancelAfter(20_000)]
    public async Task Bells_set_from_many_threads_in_every_rhythm_all_ring(CancellationToken token)
    {
        async Task RingOftenAsync(int seed)
        {
            var random = new Random(seed);
            using var rang = new SemaphoreSlim(0);
            await using var bell = _clock.CreateTimer(_ => rang.Release(), null, Never, Never);
            for (var i = 0; i < 200; i++)
            {
                bell.Change(TimeSpan.FromMicroseconds(random.Next(5) * 700), Never);
                await rang.WaitAsync(token);
            }
        }

        await Task.WhenAll(Enumerable.Range(0, 8).Select(seed => Task.Run(() => RingOftenAsync(seed), token)));
    }
}
