using S7OpcBridge.PubSub.Broker;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>Lets the publishing loop wait for a moment or for somebody who wakes it.</summary>
internal sealed class WakeUp : IDisposable
{
    private readonly LoopSignal _signal = new();
    private readonly ITimer _timer;

    public WakeUp(TimeProvider time) =>
        _timer = time.CreateTimer(static state => ((LoopSignal)state!).Set(), _signal, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

    /// <summary>Ends the wait, the present one or the next. Any thread.</summary>
    public void Wake() => _signal.Set();

    /// <summary>Waits so long at most; null: until somebody wakes it.</summary>
    public Task WaitAsync(TimeSpan? most, CancellationToken cancellationToken)
    {
        // Timers count whole milliseconds: one more is better than a wait that ends before its time.
        _timer.Change(most is { } span ? span + TimeSpan.FromMilliseconds(1) : Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        return _signal.WaitAsync(cancellationToken).AsTask();
    }

    public void Dispose() => _timer.Dispose();
}
