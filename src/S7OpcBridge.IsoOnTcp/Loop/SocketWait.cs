using System.Threading.Tasks.Sources;

namespace S7OpcBridge.IsoOnTcp.Loop;

/// <summary>Waits until a socket is readable or writable. Made once per socket and direction; waiting allocates nothing. One waiter at a time.</summary>
internal sealed class SocketWait(EventLoop loop) : IValueTaskSource
{
    private const int Idle = 0,
        Waiting = 1;

    private ManualResetValueTaskSourceCore<bool> _core;
    private int _state;

    /// <summary>True: there is a waiter, so the loop watches the socket.</summary>
    public bool IsWanted => Volatile.Read(ref _state) == Waiting;

    /// <summary>Begins to wait. The wait may end too early, so the caller tries and waits again.</summary>
    /// <param name="onTheSpot">True: the waiter is brief and continues on the loop's thread; false: on the pool.</param>
    public ValueTask BeginAsync(bool onTheSpot)
    {
        _core.Reset();
        _core.RunContinuationsAsynchronously = !onTheSpot;
        Volatile.Write(ref _state, Waiting);
        loop.LookAgain();
        return new ValueTask(this, _core.Version);
    }

    /// <summary>Ends the wait, if any. Any thread.</summary>
    public void Ready()
    {
        if (Interlocked.CompareExchange(ref _state, Idle, Waiting) == Waiting)
            _core.SetResult(true);
    }

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
