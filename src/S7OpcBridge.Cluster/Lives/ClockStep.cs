namespace S7OpcBridge.Cluster.Lives;

/// <summary>
/// Notices that the time of day was set back. Orleans' timers wait until the time of day has reached their last tick again: a node whose clock went back by an
/// hour would probe nobody for an hour. A new silo begins with new timers. Used by one thread at a time.
/// </summary>
internal sealed class ClockStep(TimeProvider time)
{
    // Less than this only makes the next probe late.
    private static readonly TimeSpan Least = TimeSpan.FromSeconds(2);

    private readonly long _start = time.GetTimestamp();
    private TimeSpan _latest = TimeSpan.MinValue;

    /// <summary>True: the time of day is behind where it would be, had it run on from its latest state.</summary>
    public bool WentBack()
    {
        var ahead = time.GetUtcNow() - DateTimeOffset.UnixEpoch - time.GetElapsedTime(_start);
        if (ahead > _latest)
            _latest = ahead;
        return ahead < _latest - Least;
    }
}
