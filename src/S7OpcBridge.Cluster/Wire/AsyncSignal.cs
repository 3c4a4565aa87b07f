namespace S7OpcBridge.Cluster.Wire;

/// <summary>Wakes one loop, at once or after a time.</summary>
internal sealed class AsyncSignal : IDisposable
{
    private readonly Lock _gate = new();
    private readonly ITimer _timer;
    private TaskCompletionSource? _waiting;
    private bool _isSet;

    public AsyncSignal(TimeProvider time) =>
        _timer = time.CreateTimer(static signal => ((AsyncSignal)signal!).Set(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

    /// <summary>Wakes the loop, or makes its next wait end at once. Any thread.</summary>
    public void Set()
    {
        TaskCompletionSource? waiting;
        lock (_gate)
        {
            waiting = _waiting;
            _waiting = null;
            _isSet = waiting is null;
        }
        waiting?.TrySetResult();
    }

    /// <summary>Completes when it is set, or after a time.</summary>
    public Task WaitAsync(TimeSpan atMost)
    {
        lock (_gate)
        {
            if (_isSet)
            {
                _isSet = false;
                return Task.CompletedTask;
            }
            _waiting = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _timer.Change(atMost, Timeout.InfiniteTimeSpan);
            return _waiting.Task;
        }
    }

    public void Dispose() => _timer.Dispose();
}
