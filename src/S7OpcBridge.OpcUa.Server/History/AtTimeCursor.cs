using S7OpcBridge.OpcUa.Server.Aggregates;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>
/// An unfinished ReadAtTime (OPC 10000-11, 6.5.5): a value for each time, in the order of the times; a raw one where there is one, otherwise an interpolated
/// one.
/// </summary>
internal sealed class AtTimeCursor(
    HistorySource source,
    HistoryLimits limits,
    HistoryTarget target,
    long[] times,
    bool usesSimpleBounds,
    HistoryConfiguration configuration
) : HistoryCursor(target)
{
    private int _next;

    /// <inheritdoc/>
    public override async ValueTask<HistoryResultPart> NextAsync(
        HistoryNode node,
        HistoryBudget budget,
        CancellationToken cancellationToken
    )
    {
        var variable = node.Variable;
        var series = new RawSeries(configuration.Aggregates, StoredSeries.For(source, variable, budget));
        var values = new List<DataValue>();
        while (_next < times.Length && values.Count < limits.MaxValuesPerNode && !budget.IsLate)
        {
            var value = ReturnedValue.From(
                await AtAsync(series, times[_next], cancellationToken).ConfigureAwait(false),
                Target,
                hasServerTimes: true
            );
            if (!budget.TryTake(EncodedSize.Measure(value)))
                break;
            values.Add(value);
            _next++;
        }

        return new HistoryResultPart(new HistoryData { DataValues = [.. values] }, values.Count == 0, _next == times.Length);
    }

    private async ValueTask<DataValue> AtAsync(RawSeries series, long time, CancellationToken cancellationToken)
    {
        await series.GoToAsync(time, cancellationToken).ConfigureAwait(false);
        await series.ReachAsync(time, cancellationToken).ConfigureAwait(false);
        var value = usesSimpleBounds
            ? BoundingValues.Simple(series, time, configuration.IsStepped)
            : BoundingValues.Interpolated(series, time, configuration.IsStepped, configuration.Aggregates.UseSlopedExtrapolation, out _);
        return value with { ServerTime = source.HasServerTimes ? value.ServerTime : time };
    }
}
