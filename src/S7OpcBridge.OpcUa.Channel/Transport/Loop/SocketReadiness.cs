using System.Threading.Tasks.Sources;

namespace S7OpcBridge.OpcUa.Channel.Transport.Loop;

/// <summary>Waits until a socket is ready to receive, or to send. One waiter at a time; no wait allocates. It may end too early: try, and wait again.</summary>
internal sealed class SocketReadiness : IValueTaskSource
{
    private const int Idle = 0,
        Waiting = 1,
        Ready = 2;

    private ManualResetValueTaskSourceCore<bool> _core;
    private volatile int _state;
    private volatile bool _isForEver;

    /// <summary>Waits for the next signal; returns at once if there was one since the last wait.</summary>
    /// <param name="onTheSpot">True: continues on the thread that signals; false: on the pool.</param>
    public ValueTask WaitAsync(bool onTheSpot)
    {
        if (_isForEver)
            return default;
        _core.Reset();
        _core.RunContinuationsAsynchronously = !onTheSpot;
        if (Interlocked.CompareExchange(ref _state, Waiting, Idle) == Idle)
            return new ValueTask(this, _core.Version);
        _state = Idle;
        return default;
    }

    /// <summary>Ends the wait, or the next one at once.</summary>
    /// <param name="forEver">True: all later waits end at once as well.</param>
    public void Signal(bool forEver)
    {
        _isForEver |= forEver;
        while (true)
        {
            var state = _state;
            if (Interlocked.CompareExchange(ref _state, state == Waiting ? Idle : Ready, state) != state)
                continue;
            if (state == Waiting)
                _core.SetResult(true);
            return;
        }
    }

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
