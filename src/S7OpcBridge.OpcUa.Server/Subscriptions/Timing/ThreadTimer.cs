using System.Runtime.CompilerServices;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

/// <summary>
/// A timer on a thread of its own, for publishing cycles: as exact as a thread's sleep, on Linux within a millisecond, with one wake-up per callback. (The
/// runtime's timers run on the system's coarse clock, which lags by up to 4 ms on most Linux kernels, and wake a second thread for the callback.) Fires once
/// per setting; the period is ignored. The thread starts with the first setting and ends with <see cref="Dispose"/>.
/// </summary>
internal sealed class ThreadTimer(TimerCallback callback, object? state) : ITimer
{
    private const long Never = long.MaxValue,
        Awake = long.MinValue;

    private readonly object _gate = new();
    private (TimerCallback Callback, object? State)? _target = (callback, state);
    private Thread? _thread;
    private long _due = Never,
        _sleepsUntil = Awake;
    private bool _disposed;

    private static long Now => TimeProvider.System.GetElapsedTime(0).Ticks;

    /// <summary>Makes a timer for a clock: this one for the system's clock, otherwise the clock's own.</summary>
    public static ITimer Create(TimeProvider time, TimerCallback callback, object state) =>
        time == TimeProvider.System
            ? new ThreadTimer(callback, state)
            : time.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

    /// <inheritdoc/>
    public bool Change(TimeSpan dueTime, TimeSpan period)
    {
        lock (_gate)
        {
            if (_disposed)
                return false;
            _due = dueTime == Timeout.InfiniteTimeSpan ? Never : Now + dueTime.Ticks;
            if (_thread is null)
            {
                _thread = new Thread(Run) { IsBackground = true, Name = "Publishing" };
                _thread.UnsafeStart();
            }

            if (_due < _sleepsUntil)
                Monitor.Pulse(_gate);
            return true;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_gate)
        {
            _disposed = true;
            _target = null; // the thread takes a moment to end, and must not keep the target alive until then
            Monitor.Pulse(_gate);
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }

    private void Run()
    {
        while (WaitUntilDue())
            Fire();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Fire()
    {
        (TimerCallback Callback, object? State)? target;
        lock (_gate)
            target = _target;
        target?.Callback(target.Value.State);
    }

    private bool WaitUntilDue()
    {
        lock (_gate)
        {
            while (!_disposed)
            {
                var wait = _due - Now;
                if (wait <= 0)
                {
                    _due = Never;
                    return true;
                }

                _sleepsUntil = _due;
                // Whole milliseconds, rounded up: after an early wake-up the thread would only sleep again.
                Monitor.Wait(_gate, (int)Math.Min(int.MaxValue, (wait - 1) / TimeSpan.TicksPerMillisecond + 1));
                _sleepsUntil = Awake;
            }

            return false;
        }
    }
}
