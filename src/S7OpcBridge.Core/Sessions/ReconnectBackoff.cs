namespace S7OpcBridge.Core.Sessions;

/// <summary>
/// Computes the pause before the next connection attempt: doubled from the first to the longest pause, with jitter so that PLCs behind one switch do not
/// reconnect in step. Attempts never end.
/// </summary>
internal sealed class ReconnectBackoff(TimeSpan first, TimeSpan max, Random jitter)
{
    private TimeSpan _step;

    /// <summary>Attempts since the last success.</summary>
    public int Attempts { get; private set; }

    /// <summary>The next pause: between three quarters of the current step and the whole step.</summary>
    public TimeSpan Next()
    {
        _step = Attempts++ == 0 ? first : _step * 2;
        if (_step > max)
            _step = max;
        return _step * (0.75 + jitter.NextDouble() / 4);
    }

    /// <summary>
    /// Called when values were read. A connection alone does not reset the pause, because a PLC that accepts and drops connections would be flooded with
    /// attempts.
    /// </summary>
    public void Reset() => Attempts = 0;
}
