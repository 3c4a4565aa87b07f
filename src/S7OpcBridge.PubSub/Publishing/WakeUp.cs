namespace S7OpcBridge.PubSub.Publishing;

/// <summary>Lets the publishing loop wait for a moment or for somebody who wakes it, without an allocation for each wait.</summary>
internal sealed class WakeUp : IDisposable
{
    private readonly SemaphoreSlim _signal = new(0, 1);
    private readonly ITimer _timer;

    public WakeUp(TimeProvider time) =>
        _timer = time.CreateTimer(static state => ((WakeUp)state!).Wake(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

    /// <summary>Ends the wait, the present one or the next. Any thread.</summary>
    public void Wake()
    {
        lock (_signal)
        {
            if (_signal.CurrentCount == 0)
                _signal.Release();
        }
    }

    /// <summary>Waits so long at most; null: until somebody wakes it.</summary>
    public Task WaitAsync(TimeSpan? most, CancellationToken cancellationToken)
    {
        // Timers count whole milliseconds: one more is better than a wait that ends before its time.
        _timer.Change(most is { } span ? span + TimeSpan.FromMilliseconds(1) : Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        return _signal.WaitAsync(cancellationToken);
    }

    public void Dispose()
    {
        _timer.Dispose();
        _signal.Dispose();
    }
}
