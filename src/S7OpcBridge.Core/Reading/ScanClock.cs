namespace S7OpcBridge.Core.Reading;

/// <summary>
/// Fixed deadlines of one scan class in monotonic time. A deadline that passes while the previous cycle still runs is skipped and counted, never queued.
/// </summary>
internal sealed class ScanClock
{
    private long _overruns;

    /// <summary>Ticks between two deadlines; 0: stopped.</summary>
    public long Interval { get; private set; }

    /// <summary>The next deadline; long.MaxValue while stopped.</summary>
    public long Due { get; private set; } = long.MaxValue;

    /// <summary>Deadlines skipped so far; any thread may read it.</summary>
    public long Overruns => Volatile.Read(ref _overruns);

    /// <summary>Starts the deadlines anew from <paramref name="first"/> on. Has no effect where the clock already runs with this interval.</summary>
    public void Start(long interval, long first)
    {
        if (interval == Interval)
            return;
        Interval = interval;
        Due = first;
    }

    /// <summary>Stops the clock.</summary>
    public void Stop()
    {
        Interval = 0;
        Due = long.MaxValue;
    }

    /// <summary>Called when the cycle of the current deadline is done. Returns true where at least one deadline was skipped.</summary>
    public bool Done(long now)
    {
        if (Interval == 0 || now < Due)
            return false;
        var skipped = (now - Due) / Interval;
        Due += (skipped + 1) * Interval;
        Volatile.Write(ref _overruns, _overruns + skipped);
        return skipped > 0;
    }
}
