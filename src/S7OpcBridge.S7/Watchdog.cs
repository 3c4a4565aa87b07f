using S7OpcBridge.S7.Jobs;

namespace S7OpcBridge.S7;

/// <summary>
/// Ends a connection whose oldest pending job was not answered in time. One timer serves all jobs: it runs until the oldest job could be due, so a busy
/// connection sets it about once per timeout.
/// </summary>
internal sealed class Watchdog : IDisposable
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(1);

    private readonly JobWindow _window;
    private readonly TimeSpan _timeout;
    private readonly TimeProvider _time;
    private readonly Action _onTimeout;
    private readonly ITimer _timer;
    private int _isSet;

    public Watchdog(JobWindow window, TimeSpan timeout, TimeProvider time, Action onTimeout)
    {
        _window = window;
        _timeout = timeout;
        _time = time;
        _onTimeout = onTimeout;
        using (ExecutionContext.SuppressFlow())
            _timer = time.CreateTimer(
                static watchdog => ((Watchdog)watchdog!).Check(),
                this,
                Timeout.InfiniteTimeSpan,
                Timeout.InfiniteTimeSpan
            );
    }

    /// <summary>Converts ticks of the clock to a duration.</summary>
    public TimeSpan ToTime(long ticks) => _time.GetElapsedTime(0, ticks);

    /// <summary>Called when a job was sent.</summary>
    public void Wake()
    {
        if (Volatile.Read(ref _isSet) == 0 && Interlocked.Exchange(ref _isSet, 1) == 0)
            _timer.Change(_timeout, Timeout.InfiniteTimeSpan);
    }

    public void Dispose() => _timer.Dispose();

    private void Check()
    {
        // Marked as idle before checking: a job sent after this point restarts the timer, so none is missed.
        Volatile.Write(ref _isSet, 0);
        if (_window.OldestSent() is not { } sent)
            return;
        var left = _timeout - _time.GetElapsedTime(sent);
        if (left <= TimeSpan.Zero)
            _onTimeout();
        else if (Interlocked.Exchange(ref _isSet, 1) == 0)
            _timer.Change(left < Shortest ? Shortest : left, Timeout.InfiniteTimeSpan);
    }
}
