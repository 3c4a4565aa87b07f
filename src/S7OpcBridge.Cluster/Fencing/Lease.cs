namespace S7OpcBridge.Cluster.Fencing;

/// <summary>
/// Until when this node may talk to PLCs. It ends by the clock alone: a process that was frozen finds it ended before it does anything else. Extended from any
/// thread, read from every scan.
/// </summary>
internal sealed class Lease(TimeProvider time)
{
    private long _until = time.GetTimestamp();

    public bool IsOver => time.GetTimestamp() >= Volatile.Read(ref _until);

    public TimeSpan Left => time.GetElapsedTime(time.GetTimestamp(), Volatile.Read(ref _until));

    /// <summary>Makes it last at least until a time after a moment.</summary>
    /// <param name="from">When the question was asked to which the answer was good: a timestamp of the clock.</param>
    /// <param name="lasts">How long that answer is good for.</param>
    public void Extend(long from, TimeSpan lasts)
    {
        var until = from + (long)(lasts.TotalSeconds * time.TimestampFrequency);
        var known = Volatile.Read(ref _until);
        while (until > known)
        {
            var before = Interlocked.CompareExchange(ref _until, until, known);
            if (before == known)
                return;
            known = before;
        }
    }
}
