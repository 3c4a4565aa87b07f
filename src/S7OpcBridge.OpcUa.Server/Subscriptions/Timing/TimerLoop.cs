namespace S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

/// <summary>
/// Drives all entries of a <see cref="TimerWheel"/> with one timer, which is set for the next entry and does not run when there is none. (A timer per
/// subscription costs a fifth of a core at 50,000 of them.)
/// </summary>
internal sealed class TimerLoop : IDisposable
{
    private readonly ServerClock _clock;
    private readonly TimerWheel _wheel = new();
    private readonly Lock _gate = new();
    private readonly List<WheelEntry> _due = [];
    private readonly ITimer _timer;
    private bool _running,
        _disposed;
    private long _wakeAt = long.MaxValue;
    private long _fired;

    public TimerLoop(ServerClock clock)
    {
        _clock = clock;
        _timer = ThreadTimer.Create(clock.Time, static loop => ((TimerLoop)loop!).Run(), this);
    }

    /// <summary>Raised when an entry has thrown. Any thread.</summary>
    public event Action<WheelEntry, Exception>? Failed;

    /// <summary>Number of runs and of fired entries. Any thread.</summary>
    public long Fired => Volatile.Read(ref _fired);

    /// <summary>True while entries are fired, or one is more than a second late. Any thread.</summary>
    public bool HasWork
    {
        get
        {
            lock (_gate)
                return _running || (_wheel.Count > 0 && _wakeAt < _clock.Now - 1000);
        }
    }

    /// <summary>Sets an entry's due time in milliseconds of the clock.</summary>
    public void Set(WheelEntry entry, long due)
    {
        lock (_gate)
        {
            if (_disposed)
                return;
            if (_wheel.Count == 0 && !_running)
                _wheel.Advance(_clock.Now, _due); // the time of an empty wheel is not advanced
            _wheel.Set(entry, due);
            if (!_running && entry.WheelDue < _wakeAt)
                Arm(entry.WheelDue);
        }
    }

    /// <summary>Sets an entry's due time, unless it is due before that anyway.</summary>
    public void SetEarlier(WheelEntry entry, long due)
    {
        lock (_gate)
        {
            if (entry.WheelDue < 0 || due < entry.WheelDue)
                Set(entry, due);
        }
    }

    public void Remove(WheelEntry entry)
    {
        lock (_gate)
            _wheel.Remove(entry);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_gate)
            _disposed = true;
        _timer.Dispose();
    }

    private void Run()
    {
        long now;
        lock (_gate)
        {
            if (_running || _disposed)
                return;
            _running = true;
            now = _clock.Now;
            _wheel.Advance(now, _due);
        }

        Volatile.Write(ref _fired, _fired + 1);
        foreach (var entry in _due)
        {
            Volatile.Write(ref _fired, _fired + 1);
            try
            {
                entry.Fire(now);
            }
            catch (Exception e)
            {
                Failed?.Invoke(entry, e); // an error of one entry must not stop the others
            }
        }

        _due.Clear();
        lock (_gate)
        {
            _running = false;
            _wakeAt = long.MaxValue;
            if (!_disposed && _wheel.UntilNext() is > 0 and var wait)
                Arm(now + wait);
        }
    }

    private void Arm(long wakeAt)
    {
        _wakeAt = wakeAt;
        // Rounded up, because the clock's time is rounded down: a timer that fires early would only be set again.
        _timer.Change(TimeSpan.FromMilliseconds(Math.Max(1, wakeAt - _clock.Now)), Timeout.InfiniteTimeSpan);
    }
}
