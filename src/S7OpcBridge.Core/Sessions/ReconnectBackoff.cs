namespace S7OpcBridge.Core.Sessions;

/// <summary>How long to wait before the next attempt: doubling from the first pause to the longest, for ever, with jitter so that PLCs behind one switch do not come back in step.</summary>
internal sealed class ReconnectBackoff(TimeSpan first, TimeSpan max)
{
    private TimeSpan _step;

    /// <summary>Attempts since the last success.</summary>
    public int Attempts { get; private set; }

    /// <summary>The next pause: between three quarters of the step and the whole of it.</summary>
    public TimeSpan Next()
    {
        _step = Attempts++ == 0 ? first : _step * 2;
        if (_step > max)
            _step = max;
        return _step * (0.75 + Random.Shared.NextDouble() / 4);
    }

    /// <summary>The link proved itself: values were read. A bare connect is no proof, or a PLC that accepts and drops would be stormed.</summary>
    public void Reset() => Attempts = 0;
}
