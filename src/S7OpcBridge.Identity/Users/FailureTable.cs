namespace S7OpcBridge.Identity.Users;

/// <summary>
/// Failures by key, of which half are forgotten every hour. Of a fixed size: when it is full, the key with the fewest failures makes room, so that nobody gets
/// rid of many failures by causing few under many other keys. Not thread-safe.
/// </summary>
/// <param name="size">Number of keys, at most.</param>
internal sealed class FailureTable<TKey>(int size, TimeProvider time)
    where TKey : notnull
{
    private readonly Dictionary<TKey, Record> _records = [];

    /// <summary>Number of keys.</summary>
    public int Count => _records.Count;

    /// <summary>How many failures there were at the last one, and the time since.</summary>
    public (double Failures, TimeSpan Since) LastOf(TKey key) =>
        _records.TryGetValue(key, out var record) ? (record.Failures, time.GetElapsedTime(record.Last)) : default;

    /// <summary>Failures that are not forgotten yet.</summary>
    public double LeftOf(TKey key) => _records.TryGetValue(key, out var record) ? Left(record) : 0;

    /// <summary>Counts a failure; returns how many there are.</summary>
    public double Add(TKey key)
    {
        var known = _records.TryGetValue(key, out var record);
        if (!known && _records.Count >= size)
            _records.Remove(_records.MinBy(pair => Left(pair.Value)).Key);
        var failures = (known ? Left(record) : 0) + 1;
        _records[key] = new Record(failures, time.GetTimestamp());
        return failures;
    }

    /// <summary>Forgets the failures of a key.</summary>
    public void Remove(TKey key) => _records.Remove(key);

    private double Left(Record record) => record.Failures * Math.Pow(0.5, time.GetElapsedTime(record.Last) / LoginThrottle.HalfLife);

    // In monotonic time, so that setting the clock neither ends nor extends a wait.
    private readonly record struct Record(double Failures, long Last);
}
