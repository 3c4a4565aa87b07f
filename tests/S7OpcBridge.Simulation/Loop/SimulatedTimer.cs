namespace S7OpcBridge.Simulation.Loop;

/// <summary>A timer of the <see cref="SimulatedLoop"/>.</summary>
internal sealed class SimulatedTimer : ITimer
{
    private readonly SimulatedLoop _loop;
    private readonly TimerCallback _callback;
    private readonly object? _state;
    private long _setting;
    private bool _isDisposed;

    public SimulatedTimer(SimulatedLoop loop, TimerCallback callback, object? state)
    {
        (_loop, _callback, _state) = (loop, callback, state);
        loop.Timers++;
    }

    public bool Change(TimeSpan dueTime, TimeSpan period)
    {
        var setting = ++_setting;
        if (!_isDisposed && dueTime != Timeout.InfiniteTimeSpan)
            _loop.After(dueTime, () => Fire(setting, period));
        return true;
    }

    public void Dispose()
    {
        if (_isDisposed)
            return;
        _isDisposed = true;
        _setting++;
        _loop.Timers--;
    }

    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }

    private void Fire(long setting, TimeSpan period)
    {
        if (setting != _setting)
            return;
        if (period > TimeSpan.Zero)
            Change(period, period);
        _callback(_state);
    }
}
