namespace S7OpcBridge.Bridge.Alarms;

/// <summary>The delays of alarms: one queue and one timer for all of them. Used within the lock of the alarms.</summary>
/// <param name="elapsed">Called on a thread of the pool when something is due.</param>
internal sealed class AlarmTimers(TimeProvider time, Action elapsed) : IDisposable
{
    private readonly PriorityQueue<int, long> _queue = new();
    private ITimer? _timer;
    private long _next = long.MaxValue;

    /// <summary>The time now, in ticks that only go forward.</summary>
    public long Now => time.GetTimestamp();

    /// <summary>Entries that wait; also those of changes that were taken back.</summary>
    public int Count => _queue.Count;

    /// <summary>Lets a rule become due after a delay; returns when.</summary>
    public long Set(int rule, TimeSpan delay) => SetAt(rule, Now + (long)Math.Ceiling(delay.TotalSeconds * time.TimestampFrequency));

    /// <summary>Lets a rule become due at a time; returns it.</summary>
    public long SetAt(int rule, long due)
    {
        _queue.Enqueue(rule, due);
        if (due < _next)
            Arm(due);
        return due;
    }

    /// <summary>Removes the next rule that is due and returns it.</summary>
    public bool TryTake(long now, out int rule, out long due) =>
        _queue.TryPeek(out rule, out due) && due <= now && _queue.TryDequeue(out rule, out due);

    /// <summary>Waits for the next one.</summary>
    public void Arm()
    {
        _next = long.MaxValue;
        if (_queue.TryPeek(out _, out var due))
            Arm(due);
    }

    /// <summary>Forgets all.</summary>
    public void Clear() => _queue.Clear();

    /// <inheritdoc/>
    public void Dispose() => _timer?.Dispose();

    private void Arm(long due)
    {
        _next = due;
        _timer ??= time.CreateTimer(static state => ((Action)state!)(), elapsed, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        // A timer may fire a little too early by its own clock; it is then set again.
        _timer.Change(TimeSpan.FromSeconds(Math.Max(0.001, (due - Now) / (double)time.TimestampFrequency)), Timeout.InfiniteTimeSpan);
    }
}
