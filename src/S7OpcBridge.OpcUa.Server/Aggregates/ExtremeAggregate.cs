namespace S7OpcBridge.OpcUa.Server.Aggregates;

/// <summary>The extremes that an aggregate gives.</summary>
internal enum Extreme
{
    Minimum,
    Maximum,
    Range,
}

/// <summary>
/// Minimum, Maximum, their ActualTime forms, and Range, of the Good values (OPC 10000-13, 5.4.3.10 to 5.4.3.14). Uncertain as soon as unacceptable values were
/// left out.
/// </summary>
internal sealed class ExtremeAggregate(AggregateContext context, Extreme which, bool isActualTime) : ValueAggregate(context)
{
    private readonly HistoryAggregateRules _rules = context.Rules;
    private Found _least,
        _most;
    private bool _skipped;

    protected override void Restart(RawSeries series) => (_least, _most, _skipped) = (default, default, false);

    protected override void Add(in DataValue value)
    {
        var isGood = _rules.TreatUncertainAsBad ? value.Status.IsGood : !value.Status.IsBad;
        if (!isGood || !NumericValues.TryOf(value.Value, out var number))
        {
            _skipped = true;
            return;
        }

        if (!value.Status.IsGood)
            return;
        _least = Better(_least, value, number, -1);
        _most = Better(_most, value, number, 1);
    }

    protected override DataValue Calculate(RawSeries series)
    {
        if (!_least.Exists)
            return NoData;
        StatusCode status = _skipped ? StatusCodes.UncertainDataSubNormal : StatusCodes.Good;
        if (which == Extreme.Range)
            return Result(Variant.From(Math.Abs(_most.Number - _least.Number)), status.WithOnly(AggregateBits.Calculated));
        var found = which == Extreme.Minimum ? _least : _most;
        if (!isActualTime && found.Time != Timestamp)
            status = status.With(AggregateBits.Calculated);
        if (found.IsMultiple)
            status = status.With(AggregateBits.MultipleValues);
        return isActualTime ? new DataValue(found.Value, status, found.Time, found.Time) : Result(found.Value, status);
    }

    private static Found Better(in Found before, in DataValue value, double number, int sign)
    {
        if (!before.Exists || number.CompareTo(before.Number) * sign > 0)
            return new Found(true, number, value.Value, value.SourceTime, false);
        return number == before.Number ? before with { IsMultiple = true } : before;
    }

    private readonly record struct Found(bool Exists, double Number, Variant Value, long Time, bool IsMultiple);
}
