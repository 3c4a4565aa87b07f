namespace S7OpcBridge.OpcUa.Server.Aggregates;

/// <summary>Calculates intervals that follow each other in time. It can be left between two pages of raw values and go on later.</summary>
internal sealed class AggregateRun(RawSeries series, IntervalAggregate aggregate)
{
    private TimeInterval _interval;
    private bool _isBegun;

    /// <summary>True while an interval is half calculated.</summary>
    public bool IsInInterval => _isBegun;

    /// <summary>The raw values that it holds.</summary>
    public ReadOnlySpan<DataValue> Loaded => series.Ahead;

    /// <summary>Releases memory that it can do without until it goes on.</summary>
    public void Trim() => series.Trim();

    /// <summary>Calculates an interval.</summary>
    /// <param name="interval">The interval; the same as before if the call before it gave null.</param>
    /// <param name="isLate">True: there is no time for another page.</param>
    /// <param name="cancellationToken">Ends the calculation.</param>
    /// <returns>The result; null: there was no time.</returns>
    public async ValueTask<DataValue?> CalculateAsync(TimeInterval interval, Func<bool> isLate, CancellationToken cancellationToken)
    {
        if (!_isBegun)
        {
            await series.GoToAsync(interval.Early, cancellationToken).ConfigureAwait(false);
            await series.ReachAsync(interval.Early, cancellationToken).ConfigureAwait(false);
            (_interval, _isBegun) = (interval, true);
            aggregate.Begin(interval, series);
        }

        while (true)
        {
            TakeLoaded();
            if (series.Reaches(_interval.Late))
                break;
            if (isLate())
                return null;
            await series.LoadAsync(cancellationToken).ConfigureAwait(false);
        }

        _isBegun = false;
        return aggregate.End(series);
    }

    private void TakeLoaded()
    {
        var ahead = series.Ahead;
        var count = 0;
        while (count < ahead.Length && ahead[count].SourceTime < _interval.Late)
            count++;
        aggregate.Add(ahead[..count]);
        series.Pass(_interval.Late);
    }
}
