namespace S7OpcBridge.Core.Context;

/// <summary>
/// Slows a whole PLC down when several connections in a row end because a job was not answered. Each step doubles all intervals; slowed down, the PLC gets one
/// job at a time. A step is taken back after five minutes without such an end, all steps on request. The state outlives connections.
/// </summary>
internal sealed class PlcThrottle
{
    private const int EndsPerStep = 3,
        LargestFactor = 64;

    // A connection that lasted this long was not ended by load.
    private static readonly long Lasting = TimeSpan.FromMinutes(1).Ticks;
    private static readonly long Calm = TimeSpan.FromMinutes(5).Ticks;

    private int _factor = 1;
    private int _ends;
    private int _restore;
    private long _since;

    /// <summary>Factor for all intervals of the map: 1, 2, 4 … 64. Any thread.</summary>
    public int Factor => Volatile.Read(ref _factor);

    /// <summary>True: only one job may be in flight.</summary>
    public bool IsSlow => Factor > 1;

    /// <summary>Called when a connection was made.</summary>
    public void Begun(long now) => _since = now;

    /// <summary>Called when a connection has ended. Returns true where the PLC is slowed down further.</summary>
    /// <param name="unanswered">True: it ended because a job was not answered.</param>
    /// <param name="now">Monotonic time in ticks.</param>
    public bool Ended(bool unanswered, long now)
    {
        if (!unanswered)
            return false;
        _ends = now - _since < Lasting ? _ends + 1 : 1;
        if (_ends < EndsPerStep || _factor == LargestFactor)
            return false;
        _ends = 0;
        Volatile.Write(ref _factor, _factor * 2);
        return true;
    }

    /// <summary>Goes back by one step where enough time has passed. Returns true where it did.</summary>
    public bool Rested(long now)
    {
        if (_factor == 1 || now - _since < Calm)
            return false;
        _since = now;
        Volatile.Write(ref _factor, _factor / 2);
        return true;
    }

    /// <summary>Requests the intervals of the map. Any thread.</summary>
    public void AskRestore() => Volatile.Write(ref _restore, 1);

    /// <summary>Restores the intervals of the map where <see cref="AskRestore"/> was called. Returns true once per call.</summary>
    public bool TakeRestore()
    {
        if (Volatile.Read(ref _restore) == 0 || Interlocked.Exchange(ref _restore, 0) == 0)
            return false;
        _ends = 0;
        Volatile.Write(ref _factor, 1);
        return true;
    }
}
