using System.Threading.Tasks.Sources;

namespace S7OpcBridge.Core;

/// <summary>
/// One waiter, woken by the clock or by a call, whichever comes first. Made once, waited on for ever: no wait allocates. It may wake too early (a bell that
/// rang between two waits), so who waits looks again.
/// </summary>
internal sealed class Alarm : IValueTaskSource, IDisposable
{
    private const int Idle = 0, Waiting = 1, Rung = 2;

    private readonly TimeProvider _time;
    private readonly ITimer _timer;
    private ManualResetValueTaskSourceCore<bool> _core = new() { RunContinuationsAsynchronously = true };
    private int _state;

    public Alarm(TimeProvider time)
    {
        _time = time;
        _timer = time.CreateTimer(static alarm => ((Alarm)alarm!).Ring(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Waits until a time of <see cref="Clocks.Ticks"/>, or until somebody rings. One waiter at a time.</summary>
    public ValueTask WaitUntilAsync(long ticks)
    {
        var wait = ticks == long.MaxValue ? long.MaxValue : ticks - _time.Ticks();
        if (wait <= 0)
            return ValueTask.CompletedTask;
        _core.Reset();
        if (Interlocked.CompareExchange(ref _state, Waiting, Idle) == Rung)
        {
            Volatile.Write(ref _state, Idle);
            return ValueTask.CompletedTask;
        }
        // Timers count in milliseconds and round down: rounding up here spares a second wait of a fraction.
        _timer.Change(wait == long.MaxValue ? Timeout.InfiniteTimeSpan : TimeSpan.FromMilliseconds(Math.Min(int.MaxValue, Math.Ceiling(wait / 10_000d))), Timeout.InfiniteTimeSpan);
        return new ValueTask(this, _core.Version);
    }

    /// <summary>Wakes the waiter, or the next one at once. Any thread.</summary>
    public void Ring()
    {
        if (Interlocked.CompareExchange(ref _state, Idle, Waiting) == Waiting)
            _core.SetResult(true);
        else
            Interlocked.CompareExchange(ref _state, Rung, Idle);
    }

    public void Dispose() => _timer.Dispose();

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
