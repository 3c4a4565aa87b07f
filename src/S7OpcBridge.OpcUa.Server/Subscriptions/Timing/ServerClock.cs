namespace S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

/// <summary>The clock of a server: milliseconds since its start for intervals, and the time of day for timestamps.</summary>
internal sealed class ServerClock(TimeProvider time)
{
    private readonly long _start = time.GetTimestamp();

    /// <summary>The source of the time.</summary>
    public TimeProvider Time => time;

    /// <summary>Milliseconds since the start.</summary>
    public long Now => (long)time.GetElapsedTime(_start).TotalMilliseconds;

    /// <summary>The time of day in OPC UA ticks.</summary>
    public long UaNow => UaTime.Now(time);

    /// <summary>A <see cref="TimeProvider.GetTimestamp"/> as milliseconds since the start.</summary>
    public long ToMilliseconds(long timestamp) =>
        timestamp == long.MaxValue ? long.MaxValue : (long)time.GetElapsedTime(_start, timestamp).TotalMilliseconds;
}
