namespace S7OpcBridge.Core.Reading;

/// <summary>When a class's values can no longer be trusted although the link is up: not confirmed for max(3 × scan, timeout). A class that the load ceiling stretches is measured by its stretched interval.</summary>
internal sealed class Staleness(TimeSpan timeout)
{
    private long _limit = long.MaxValue;
    private long _confirmed = long.MaxValue;

    /// <summary>Steady ticks at which the values become stale; never, while they are or when the class has no rate.</summary>
    public long Due => _confirmed == long.MaxValue || _limit == long.MaxValue ? long.MaxValue : _confirmed + _limit;

    /// <summary>Sets the limit.</summary>
    /// <param name="interval">Ticks between two cycles; 0: the class has no rate, its values do not become stale.</param>
    /// <param name="floor">Ticks that a cycle takes at least under the load ceiling.</param>
    public void Measure(long interval, long floor) => _limit = interval == 0 ? long.MaxValue : Math.Max(3 * Math.Max(interval, floor), timeout.Ticks);

    public void Confirm(long now) => _confirmed = now;

    /// <summary>Said once, until the next confirmation.</summary>
    public void Told() => _confirmed = long.MaxValue;
}
