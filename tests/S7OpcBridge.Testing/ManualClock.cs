namespace S7OpcBridge.Testing;

/// <summary>A clock that stands until a test moves it; timers fire on the thread that does.</summary>
public sealed class ManualClock : TimeProvider
{
    private readonly Lock _gate = new();
    private readonly List<ManualTimer> _timers = [];
    private DateTimeOffset _now = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <inheritdoc/>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow()
    {
        lock (_gate)
            return _now;
    }

    /// <inheritdoc/>
    public override long GetTimestamp() => GetUtcNow().Ticks;

    /// <summary>Moves the clock; every timer that becomes due on the way fires at its own time.</summary>
    public void Advance(TimeSpan by)
    {
        var target = GetUtcNow() + by;
        while (true)
        {
            ManualTimer? due;
            lock (_gate)
            {
                due = _timers.Where(t => t.Due <= target).MinBy(t => t.Due);
                _now =
                    due is null ? target
                    : due.Due > _now ? due.Due
                    : _now;
                due?.Rearm();
            }
            if (due is null)
                return;
            due.Fire();
        }
    }

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    private sealed class ManualTimer(ManualClock clock, TimerCallback callback, object? state) : ITimer
    {
        private TimeSpan _period;

        public DateTimeOffset Due { get; private set; }

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (clock._gate)
            {
                clock._timers.Remove(this);
                _period = period;
                if (dueTime == Timeout.InfiniteTimeSpan)
                    return true;
                Due = clock._now + dueTime;
                clock._timers.Add(this);
                return true;
            }
        }

        public void Rearm()
        {
            if (_period > TimeSpan.Zero)
                Due += _period;
            else
                clock._timers.Remove(this);
        }

        public void Fire() => callback(state);

        public void Dispose()
        {
            lock (clock._gate)
                clock._timers.Remove(this);
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
