namespace S7OpcBridge.Core.Reading;

/// <summary>
/// Slows a scan class down that cannot keep up, and lets it go faster again. A class that skips every other deadline is as slow as one with twice the interval
/// anyway: to say so makes its values trusted by the pace they really have, and its overruns mean something again. Belongs to the read lane.
/// </summary>
internal sealed class ScanThrottle
{
    private const int MostOften = 64, LeastCycles = 20;
    private static readonly long Window = TimeSpan.FromSeconds(10).Ticks;

    private long _since = long.MinValue;
    private long _skipped;
    private long _longest;
    private int _played;

    /// <summary>What the interval of the map is multiplied by: 1, 2, 4 … 64.</summary>
    public int Factor { get; private set; } = 1;

    /// <summary>Forgets what was: another connection, another interval.</summary>
    public void Reset()
    {
        Factor = 1;
        _since = long.MinValue;
    }

    /// <summary>A whole cycle is over. True: the pace is another one from now on.</summary>
    /// <param name="now">Steady ticks.</param>
    /// <param name="interval">Ticks between two deadlines at this pace.</param>
    /// <param name="skipped">Deadlines that passed meanwhile.</param>
    /// <param name="took">Ticks that it took.</param>
    public bool Note(long now, long interval, long skipped, long took)
    {
        if (_since == long.MinValue)
            (_since, _skipped, _longest, _played) = (now, 0, 0, 0);
        (_played, _skipped, _longest) = (_played + 1, _skipped + skipped, Math.Max(_longest, took));
        if (now - _since < Math.Max(Window, LeastCycles * interval))
            return false;
        var before = Factor;
        if (_skipped >= _played)
            Factor = Math.Min(Factor * 2, MostOften);
        // Twice as fast would leave it a third of its time to spare.
        else if (Factor > 1 && _skipped == 0 && _longest * 3 <= interval)
            Factor /= 2;
        _since = long.MinValue;
        return Factor != before;
    }
}
