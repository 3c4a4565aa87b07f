using System.Threading.Tasks.Sources;

namespace S7OpcBridge.Core.Timing;

/// <summary>
/// A wait that ends at a time or by a call, whichever comes first. One waiter at a time; waiting allocates nothing. A wait may end too early (after a call
/// between two waits), so the waiter must check its condition again.
/// </summary>
internal sealed class AsyncWakeup : IValueTaskSource, IDisposable
{
    private const int Idle = 0,
        Waiting = 1,
        Woken = 2;

    // Timers use the system's coarse clock, which lags by up to one tick (4 ms on most Linux kernels, 16 ms on Windows), so they may fire that much early.
    private static readonly long Tick = TimeSpan.FromMilliseconds(16).Ticks;

    // Longest time of a timer, in ticks.
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
        _timer = time.CreateTimer(
            static wakeup => ((AsyncWakeup)wakeup!).OnTimer(),
            this,
            Timeout.InfiniteTimeSpan,
            Timeout.InfiniteTimeSpan
        );
    }

    /// <summary>
    /// The last requested time for which the timer has fired, in ticks of <see cref="Clocks.Ticks"/>; it may be a few milliseconds ahead of the clock. A waiter
    /// that treats it as reached saves a second wait. Belongs to the waiter.
    /// </summary>
    public long Reached => _reached;

    /// <summary>Waits until a time of <see cref="Clocks.Ticks"/>, or until somebody calls <see cref="Wake()"/>. One waiter at a time.</summary>
    /// <param name="ticks">The time; long.MaxValue: only a call ends the wait.</param>
    /// <param name="onTheSpot">True: the waiter is brief and continues on the thread of the clock, which saves a thread switch.</param>
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
        Arm(wait);
        // Held up between its look at the clock and the timer, the waiter would wake late by as much.
        if (wait != long.MaxValue && ticks - _time.Ticks() is var left && left < wait - Tick)
        {
            if (left > 0)
                Arm(left);
            else
                OnTimer();
        }
        return new ValueTask(this, _core.Version);
    }

    /// <summary>Ends the current wait, or the next one at once. Any thread.</summary>
    public void Wake()
    {
        if (Interlocked.CompareExchange(ref _state, Idle, Waiting) == Waiting)
            Wake(onTheSpot: false);
        else
            Interlocked.CompareExchange(ref _state, Woken, Idle);
    }

    public void Dispose() => _timer.Dispose();

    private void Arm(long wait) =>
        _timer.Change(wait == long.MaxValue ? Timeout.InfiniteTimeSpan : new TimeSpan(Math.Min(wait, Longest)), Timeout.InfiniteTimeSpan);

    /// <summary>Called by the timer. Has no effect where the wait has already ended.</summary>
    private void OnTimer()
    {
        if (Interlocked.CompareExchange(ref _state, Idle, Waiting) != Waiting)
            return;
        // Where the time is more than a tick away, the timer of the previous wait has fired late.
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
