using System.Threading.Tasks.Sources;

namespace S7OpcBridge.Core.Timing;

/// <summary>
/// A wait that ends at a time or by a call, whichever comes first. One waiter at a time; no wait allocates. It may end too early (a call that
/// came between two waits), so the waiter checks again.
/// </summary>
internal sealed class AsyncWakeup : IValueTaskSource, IDisposable
{
    private const int Idle = 0, Waiting = 1, Woken = 2;

    // Timers run on the system's coarse clock, which lags by up to a tick: 4 ms on most Linux kernels, 16 ms on Windows. They may come that much early.
    private static readonly long Tick = TimeSpan.FromMilliseconds(16).Ticks;

    // Timers count no further, in ticks.
    private const long Longest = int.MaxValue * TimeSpan.TicksPerMillisecond;

    private readonly TimeProvider _time;
    private readonly ITimer _timer;
    private ManualResetValueTaskSourceCore<bool> _core;
    private long _until;
    private long _reached;
    private bool _onTheSpot;
    private int _state;

    public AsyncWakeup(TimeProvider time)
    {
        _time = time;
        _timer = time.CreateTimer(static wakeup => ((AsyncWakeup)wakeup!).Come(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>
    /// The last time waited for that the clock has called, in ticks of <see cref="Clocks.Ticks"/>: now and then a few milliseconds ahead. Who takes it for
    /// reached is spared a second wait as dear as the first. Belongs to the waiter.
    /// </summary>
    public long Reached => _reached;

    /// <summary>Waits until a time of <see cref="Clocks.Ticks"/>, or until somebody calls <see cref="Wake()"/>. One waiter at a time.</summary>
    /// <param name="ticks">The time; the largest: only a call ends the wait.</param>
    /// <param name="onTheSpot">True: the waiter is brief and continues on the thread of the clock, which saves a hop.</param>
    public ValueTask WaitUntilAsync(long ticks, bool onTheSpot = false)
    {
        var wait = ticks == long.MaxValue ? long.MaxValue : ticks - _time.Ticks();
        if (wait <= 0)
            return ValueTask.CompletedTask;
        _core.Reset();
        (_until, _onTheSpot) = (ticks, onTheSpot);
        if (Interlocked.CompareExchange(ref _state, Waiting, Idle) == Woken)
        {
            Volatile.Write(ref _state, Idle);
            return ValueTask.CompletedTask;
        }
        _timer.Change(wait == long.MaxValue ? Timeout.InfiniteTimeSpan : new TimeSpan(Math.Min(wait, Longest)), Timeout.InfiniteTimeSpan);
        return new ValueTask(this, _core.Version);
    }

    /// <summary>Wakes the waiter, or the next one at once. Any thread.</summary>
    public void Wake()
    {
        if (Interlocked.CompareExchange(ref _state, Idle, Waiting) == Waiting)
            Wake(onTheSpot: false);
        else
            Interlocked.CompareExchange(ref _state, Woken, Idle);
    }

    public void Dispose() => _timer.Dispose();

    /// <summary>The timer. Where the wait has ended it has no effect: the next wait looks at the clock.</summary>
    private void Come()
    {
        if (Interlocked.CompareExchange(ref _state, Idle, Waiting) != Waiting)
            return;
        // Further off than a tick: the timer of the wait before, which somebody ended while it was about to go off.
        if (_until - _time.Ticks() <= Tick)
            _reached = _until;
        Wake(_onTheSpot);
    }

    private void Wake(bool onTheSpot)
    {
        _core.RunContinuationsAsynchronously = !onTheSpot;
        _core.SetResult(true);
    }

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
