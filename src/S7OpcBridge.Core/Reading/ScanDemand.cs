namespace S7OpcBridge.Core;

/// <summary>Who listens to a scan class, and how often they want news. Any thread.</summary>
internal sealed class ScanDemand(TimeSpan fastest)
{
    private readonly Lock _gate = new();
    private readonly SortedDictionary<TimeSpan, int> _listeners = [];
    private long _interval;

    /// <summary>Ticks between two polls that satisfy every listener, never below the class's own; 0: nobody listens.</summary>
    public long Interval => Volatile.Read(ref _interval);

    public void Add(TimeSpan interval) => Count(interval, 1);

    public void Remove(TimeSpan interval) => Count(interval, -1);

    private void Count(TimeSpan interval, int by)
    {
        interval = interval < fastest ? fastest : interval;
        lock (_gate)
        {
            var count = _listeners.GetValueOrDefault(interval) + by;
            if (count > 0)
                _listeners[interval] = count;
            else
                _listeners.Remove(interval);
            Volatile.Write(ref _interval, _listeners.Count == 0 ? 0 : _listeners.Keys.First().Ticks);
        }
    }
}
