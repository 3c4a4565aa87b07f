using S7OpcBridge.OpcUa.Server.Aggregates;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>
/// An unfinished ReadProcessed. Raw values are read oldest first in both directions: backward, a group of intervals is calculated and then turned round. A long
/// interval that is half calculated when the client's time is over goes on in the next call.
/// </summary>
internal sealed class ProcessedCursor(HistorySource source, HistoryLimits limits, HistoryTarget target, ProcessedRequest request)
    : HistoryCursor(target)
{
    private const int Group = 256;

    private readonly Queue<DataValue> _ready = new();
    private readonly List<DataValue> _group = [];
    private AggregateRun? _run;
    private SeriesSource _stored = default!;
    private long _next;

    /// <inheritdoc/>
    public override long Bytes =>
        base.Bytes + EncodedSize.InMemory([.. _ready, .. _group]) + (_run is { } run ? EncodedSize.InMemory(run.Loaded) : 0);

    /// <inheritdoc/>
    public override async ValueTask<HistoryResultPart> NextAsync(
        HistoryNode node,
        HistoryBudget budget,
        CancellationToken cancellationToken
    )
    {
        _stored = StoredSeries.For(source, node.Variable, budget);
        _run ??= new AggregateRun(
            new RawSeries(
                request.Context.Rules,
                (from, isBackward, position, page, cancellation) => _stored(from, isBackward, position, page, cancellation)
            ),
            AggregateFunctions.Make(request.Function, request.Context)
        );
        var values = new List<DataValue>();
        while (values.Count < limits.MaxValuesPerNode && !budget.IsLate)
        {
            if (!_ready.TryPeek(out var value))
            {
                if (await CalculateAsync(budget, cancellationToken).ConfigureAwait(false))
                    continue;
                break;
            }

            var returned = ReturnedValue.From(value, Target, hasServerTimes: true);
            if (!budget.TryTake(EncodedSize.Measure(returned)))
                break;
            values.Add(returned);
            _ready.Dequeue();
        }

        // The pages of raw values are read again, rather than kept while nobody asks.
        if (!_run.IsInInterval && _group.Count == 0)
            _run = null;
        _run?.Trim();
        _ready.TrimExcess();
        _group.TrimExcess();
        _stored = default!;
        return new HistoryResultPart(
            new HistoryData { DataValues = [.. values] },
            values.Count == 0,
            _ready.Count == 0 && _next >= request.Intervals.Count
        );
    }

    /// <summary>Calculates the next interval, or the next group; false: there are no more.</summary>
    private async ValueTask<bool> CalculateAsync(HistoryBudget budget, CancellationToken cancellationToken)
    {
        var left = request.Intervals.Count - _next;
        if (left <= 0)
            return false;
        var size = request.Context.IsBackward ? (int)Math.Min(Group, left) : 1;
        while (_group.Count < size)
        {
            var interval = request.Intervals[_next + (size - 1 - _group.Count)];
            if (await _run!.CalculateAsync(interval, () => budget.IsLate, cancellationToken).ConfigureAwait(false) is not { } value)
                return true;
            _group.Add(value);
        }

        for (var i = size - 1; i >= 0; i--)
            _ready.Enqueue(_group[i]);
        _group.Clear();
        _next += size;
        return true;
    }
}
