namespace S7OpcBridge.Core.Reading;

/// <summary>The listeners of a scan class and the intervals they want. Thread-safe.</summary>
internal sealed class ScanDemand(TimeSpan fastest)
{
    private readonly Lock _gate = new();
    private readonly SortedDictionary<TimeSpan, int> _listeners = [];
    private long _interval;
    private TimeSpan _fastest = fastest;

    /// <summary>Ticks between two polls that satisfy every listener, never below the class's own interval; 0: nobody listens.</summary>
    public long Interval => Volatile.Read(ref _interval);

    /// <summary>The class's own interval.</summary>
    public TimeSpan Fastest
    {
        set
        {
            lock (_gate)
            {
                _fastest = value;
                Measure();
            }
        }
    }

    public void Add(TimeSpan interval) => Count(interval, 1);

    public void Remove(TimeSpan interval) => Count(interval, -1);

    private void Count(TimeSpan interval, int by)
    {
        lock (_gate)
        {
            var count = _listeners.GetValueOrDefault(interval) + by;
            if (count > 0)
                _listeners[interval] = count;
            else
                _listeners.Remove(interval);
            Measure();
        }
    }

    private void Measure() =>
        Volatile.Write(ref _interval, _listeners.Count == 0 ? 0 : Math.Max(_listeners.Keys.First().Ticks, _fastest.Ticks));
}
