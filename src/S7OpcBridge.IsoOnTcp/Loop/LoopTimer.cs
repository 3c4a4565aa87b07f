namespace S7OpcBridge.IsoOnTcp.Loop;

/// <summary>A timer of the <see cref="SystemLoop"/> that fires once per setting, on the loop's thread.</summary>
internal sealed class LoopTimer(SystemLoop loop, TimerCallback callback, object? state) : ITimer
{
    private long _due = long.MaxValue;

    /// <summary>When it fires next, in ticks of the loop's clock; long.MaxValue: never.</summary>
    public long Due => Volatile.Read(ref _due);

    public bool Change(TimeSpan dueTime, TimeSpan period)
    {
        var due = dueTime == Timeout.InfiniteTimeSpan ? long.MaxValue : SystemLoop.Now + dueTime.Ticks;
        Interlocked.Exchange(ref _due, due);
        if (due != long.MaxValue)
            loop.LookAgain(due);
        return true;
    }

    public void FireIfDue(long now)
    {
        var due = Volatile.Read(ref _due);
        if (due <= now && Interlocked.CompareExchange(ref _due, long.MaxValue, due) == due)
            callback(state);
    }

    public void Dispose()
    {
        Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        loop.Remove(this);
    }

    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }
}
