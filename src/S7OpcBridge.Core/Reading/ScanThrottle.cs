namespace S7OpcBridge.Core.Reading;

/// <summary>
/// Doubles the interval of a scan class that skips at least every other deadline, and halves it again when there is time to spare. The class is not read more
/// slowly by that: staleness and overruns are measured by the interval that it really reaches. Belongs to the read lane.
/// </summary>
internal sealed class ScanThrottle
{
    private const int LargestFactor = 64,
        LeastCycles = 20;
    private static readonly long Window = TimeSpan.FromSeconds(10).Ticks;

    private long _since = long.MinValue;
    private long _skipped;
    private long _longest;
    private int _cycles;

    /// <summary>Factor for the interval of the map: 1, 2, 4 … 64.</summary>
    public int Factor { get; private set; } = 1;

    /// <summary>Resets the factor, for a new connection or a new interval.</summary>
    public void Reset()
    {
        Factor = 1;
        _since = long.MinValue;
    }

    /// <summary>Called when a whole cycle has ended. Returns true where the factor has changed.</summary>
    /// <param name="now">Monotonic time in ticks.</param>
    /// <param name="interval">Ticks between two deadlines with the current factor.</param>
    /// <param name="skipped">Deadlines that passed during the cycle.</param>
    /// <param name="took">Duration of the cycle in ticks.</param>
    public bool Note(long now, long interval, long skipped, long took)
    {
        if (_since == long.MinValue)
            (_since, _skipped, _longest, _cycles) = (now, 0, 0, 0);
        (_cycles, _skipped, _longest) = (_cycles + 1, _skipped + skipped, Math.Max(_longest, took));
        if (now - _since < Math.Max(Window, LeastCycles * interval))
            return false;
        var before = Factor;
        if (_skipped >= _cycles)
            Factor = Math.Min(Factor * 2, LargestFactor);
        // At half the interval a third of the time would still be spare.
        else if (Factor > 1 && _skipped == 0 && _longest * 3 <= interval)
            Factor /= 2;
        _since = long.MinValue;
        return Factor != before;
    }
}
