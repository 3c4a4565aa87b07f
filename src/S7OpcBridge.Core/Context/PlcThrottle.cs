namespace S7OpcBridge.Core.Context;

/// <summary>
/// Slows a whole PLC down that breaks under what is asked of it: one whose connections end one after the other because a job was left unanswered is asked for
/// one job at a time and half as often, and again, until they last. It goes faster again after a while without that, or when somebody says so. Outlives
/// connections.
/// </summary>
internal sealed class PlcThrottle
{
    private const int Patience = 3, MostOften = 64;

    // A connection that lasted so long was not too much for the PLC.
    private static readonly long Lasting = TimeSpan.FromMinutes(1).Ticks;
    private static readonly long Calm = TimeSpan.FromMinutes(5).Ticks;

    private int _factor = 1;
    private int _strikes;
    private int _restore;
    private long _since;

    /// <summary>What all intervals of the map are multiplied by: 1, 2, 4 … 64. Any thread.</summary>
    public int Factor => Volatile.Read(ref _factor);

    /// <summary>True: one job at a time.</summary>
    public bool IsSlow => Factor > 1;

    /// <summary>A connection was made.</summary>
    public void Begun(long now) => _since = now;

    /// <summary>It ended. True: the PLC is asked less from now on.</summary>
    /// <param name="unanswered">True: because a job was left unanswered.</param>
    /// <param name="now">Steady ticks.</param>
    public bool Ended(bool unanswered, long now)
    {
        if (!unanswered)
            return false;
        _strikes = now - _since < Lasting ? _strikes + 1 : 1;
        if (_strikes < Patience || _factor == MostOften)
            return false;
        _strikes = 0;
        Volatile.Write(ref _factor, _factor * 2);
        return true;
    }

    /// <summary>Looks whether it may be asked more again. True: it is from now on.</summary>
    public bool Rested(long now)
    {
        if (_factor == 1 || now - _since < Calm)
            return false;
        _since = now;
        Volatile.Write(ref _factor, _factor / 2);
        return true;
    }

    /// <summary>Somebody wants the intervals of the map again. Any thread.</summary>
    public void AskRestore() => Volatile.Write(ref _restore, 1);

    /// <summary>True, once, after somebody asked for that; it is so then.</summary>
    public bool TakeRestore()
    {
        if (Volatile.Read(ref _restore) == 0 || Interlocked.Exchange(ref _restore, 0) == 0)
            return false;
        _strikes = 0;
        Volatile.Write(ref _factor, 1);
        return true;
    }
}
