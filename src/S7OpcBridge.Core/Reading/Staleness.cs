namespace S7OpcBridge.Core.Reading;

/// <summary>
/// Decides when the values of a class are stale although the link is up: not confirmed for max(3 × scan, timeout). A class that the load ceiling slows down is
/// measured by its longer interval.
/// </summary>
internal sealed class Staleness(TimeSpan timeout)
{
    private long _limit = long.MaxValue;
    private long _confirmed = long.MaxValue;
    private bool _isReported;

    /// <summary>Monotonic ticks at which the values become stale; long.MaxValue while they are stale already or where the class has no rate.</summary>
    public long Due => _confirmed == long.MaxValue || _limit == long.MaxValue ? long.MaxValue : _confirmed + _limit;

    /// <summary>Sets the limit.</summary>
    /// <param name="interval">Ticks between two cycles; 0: the class has no rate and its values never become stale.</param>
    /// <param name="floor">Least duration of a cycle in ticks under the load ceiling.</param>
    public void Measure(long interval, long floor) =>
        _limit = interval == 0 ? long.MaxValue : Math.Max(3 * Math.Max(interval, floor), timeout.Ticks);

    public void Confirm(long now) => (_confirmed, _isReported) = (now, false);

    /// <summary>
    /// Called when an answer has made values good: their age counts from now on, also where no cycle confirms the class because others of its jobs are refused.
    /// </summary>
    public void Begin(long now) => _confirmed = Math.Min(_confirmed, now);

    /// <summary>Marks the values as stale until the next answer. Returns true for the first time since a confirmation.</summary>
    public bool Report()
    {
        (_confirmed, var wasReported, _isReported) = (long.MaxValue, _isReported, true);
        return !wasReported;
    }

    /// <summary>Begins anew, for another connection.</summary>
    public void Forget() => (_confirmed, _isReported) = (long.MaxValue, false);
}
