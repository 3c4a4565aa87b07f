namespace S7OpcBridge.Core;

/// <summary>
/// Rings the alarms of the read lanes in real time: one thread that sleeps until the earliest deadline of all PLCs and wakes the lanes on the spot, one after the
/// other; what they do there is short, as they send a few jobs and wait again.
/// </summary>
/// <remarks>
/// The runtime's own timers wake a thread to tell it of each deadline, again when it comes, often once more because its clock goes in steps of 4 ms, and then a
/// thread of the pool: five wake-ups where this clock needs one. docs/performance.md, "Read cycle", has the figures.
/// </remarks>
internal sealed class AlarmClock : TimeProvider, IDisposable
{
    // A thread that wakes half a millisecond early rather rings than sleeps once more.
    private const long Near = TimeSpan.TicksPerMillisecond / 2;

    private readonly object _gate = new();
    private volatile Bell[] _bells = [];
    private long _sleepsUntil = long.MaxValue;
    private bool _changed;
    private bool _stopped;

    /// <summary>Starts the thread. Alarms that were set before ring as soon as they are due.</summary>
    public void Start() => new Thread(Run) { IsBackground = true, Name = "Scan clock" }.UnsafeStart();

    /// <summary>Makes a timer that fires once per setting. Timers live as long as the clock: there is one per PLC.</summary>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var bell = new Bell(this, callback, state);
        lock (_gate)
            _bells = [.. _bells, bell];
        bell.Change(dueTime, period);
        return bell;
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _stopped = true;
            Monitor.Pulse(_gate);
        }
    }

    private void Set(long due)
    {
        // Timely enough when the sleep ends within a millisecond behind it: that is how finely threads sleep.
        if (due > Volatile.Read(ref _sleepsUntil) - TimeSpan.TicksPerMillisecond)
            return;
        lock (_gate)
        {
            _changed = true;
            Monitor.Pulse(_gate);
        }
    }

    private void Run()
    {
        while (true)
        {
            var next = RingAll();
            lock (_gate)
            {
                if (_stopped)
                    return;
                if (!_changed)
                    Sleep(next);
                _changed = false;
            }
        }
    }

    /// <summary>Rings what is due; returns when to look again.</summary>
    private long RingAll()
    {
        var now = this.Ticks() + Near;
        var next = long.MaxValue;
        foreach (var bell in _bells)
            next = Math.Min(next, bell.Ring(now));
        return next;
    }

    private void Sleep(long until)
    {
        var left = until - this.Ticks();
        if (left <= 0)
            return;
        var milliseconds = (int)Math.Min(int.MaxValue, (left + TimeSpan.TicksPerMillisecond - 1) / TimeSpan.TicksPerMillisecond);
        Volatile.Write(ref _sleepsUntil, until);
        Monitor.Wait(_gate, milliseconds);
        // Awake: whoever sets a bell from now on says so, in case it has been looked at already.
        Volatile.Write(ref _sleepsUntil, long.MaxValue);
    }

    private sealed class Bell(AlarmClock clock, TimerCallback callback, object? state) : ITimer
    {
        private long _due = long.MaxValue;
        private long _rang;
        private long _expected = long.MaxValue;

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            var due = dueTime == Timeout.InfiniteTimeSpan ? long.MaxValue : clock.Ticks() + dueTime.Ticks;
            Interlocked.Exchange(ref _due, due);
            if (due != long.MaxValue)
                clock.Set(due);
            return true;
        }

        /// <summary>
        /// Calls back where that is due. Returns when it will be due next or, while nobody has said so, when the rhythm so far lets expect it: then the clock
        /// need not be woken to be told.
        /// </summary>
        public long Ring(long now)
        {
            var due = Volatile.Read(ref _due);
            if (due <= now && Interlocked.CompareExchange(ref _due, long.MaxValue, due) == due)
            {
                (_expected, _rang) = (due + (due - _rang), due);
                callback(state);
            }
            due = Volatile.Read(ref _due);
            return due == long.MaxValue ? Expected(now) : due;
        }

        public void Dispose() => Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }

        private long Expected(long now) => _expected > now ? _expected : long.MaxValue;
    }
}
