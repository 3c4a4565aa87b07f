namespace S7OpcBridge.PubSub.Broker;

/// <summary>
/// The pause before the next attempt: doubled from the first to the longest, with jitter, so that bridges do not return to a broker all at once.
/// </summary>
internal sealed class BrokerBackoff(TimeSpan first, TimeSpan longest)
{
    private TimeSpan _step;

    /// <summary>The next pause: between half of the step and the whole step.</summary>
    /// <param name="isLong">The longest at once.</param>
    public TimeSpan Next(bool isLong)
    {
        _step =
            isLong ? longest
            : _step == TimeSpan.Zero ? first
            : _step * 2;
        if (_step > longest)
            _step = longest;
        return _step * (0.5 + Random.Shared.NextDouble() / 2);
    }

    /// <summary>A connection that lasted: a broker that accepts and closes at once does not bring the first pause back.</summary>
    public void Reset() => _step = TimeSpan.Zero;
}
