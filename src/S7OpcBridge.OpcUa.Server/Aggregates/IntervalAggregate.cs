namespace S7OpcBridge.OpcUa.Server.Aggregates;

/// <summary>An interval of time.</summary>
/// <param name="Early">Its earlier end.</param>
/// <param name="Late">Its later end.</param>
/// <param name="IsShort">True: it is shorter than the others, because the range ends in it.</param>
internal readonly record struct TimeInterval(long Early, long Late, bool IsShort);

/// <summary>What calculations need to know about a series and a request.</summary>
/// <param name="Rules">How values that are not Good are treated.</param>
/// <param name="IsStepped">True: a value is held until the next one.</param>
/// <param name="IsBackward">True: intervals begin at their later end.</param>
internal sealed record AggregateContext(HistoryAggregateRules Rules, bool IsStepped, bool IsBackward);

/// <summary>
/// Calculates an aggregate over one interval after the other. An interval begins with its earlier end in forward direction and with its later end in backward
/// direction; its first moment belongs to it, its last one does not (OPC 10000-13, 5.3.3.2). Values are always given oldest first.
/// </summary>
internal abstract class IntervalAggregate(AggregateContext context)
{
    private long _firstTime;

    protected AggregateContext Context => context;

    protected TimeInterval Interval { get; private set; }

    /// <summary>The time of the result.</summary>
    protected long Timestamp => context.IsBackward ? Interval.Late : Interval.Early;

    /// <summary>True if a bound of the interval lay beyond the last value.</summary>
    protected bool IsExtrapolated { get; set; }

    /// <summary>True for functions that say when an interval has data only in a part.</summary>
    protected virtual bool TellsPartial => true;

    /// <summary>Begins an interval; the series stands at its earlier end.</summary>
    public void Begin(TimeInterval interval, RawSeries series)
    {
        Interval = interval;
        IsExtrapolated = false;
        _firstTime = series.Previous is null && !series.Ahead.IsEmpty ? series.Ahead[0].SourceTime : 0;
        Start(series);
    }

    /// <summary>Adds values, which lie at or behind the earlier end and before the later end.</summary>
    public abstract void Add(ReadOnlySpan<DataValue> values);

    /// <summary>The result; the series stands at the interval's later end.</summary>
    public DataValue End(RawSeries series)
    {
        var result = Finish(series);
        if (TellsPartial && (Interval.IsShort || HasDataInAPart(series)))
            result = result with { Status = result.Status.With(AggregateBits.Partial) };
        return result.Status.IsBad ? result with { Value = default } : result;
    }

    protected abstract void Start(RawSeries series);

    protected abstract DataValue Finish(RawSeries series);

    /// <summary>True if the interval lies before all values, or after all; the series stands at the later end.</summary>
    protected bool IsOutside(RawSeries series) =>
        IsBeforeData(series) || series is { HasEnded: true, Ahead.IsEmpty: true } && !(series.Previous?.SourceTime >= Interval.Early);

    /// <summary>True if the interval lies before all values.</summary>
    protected bool IsBeforeData(RawSeries series) =>
        series.Previous is null && !series.Ahead.IsEmpty && series.Ahead[0].SourceTime > Interval.Late;

    protected DataValue NoData => BoundingValues.NoData(Timestamp);

    protected DataValue Result(in Variant value, StatusCode status) => new(value, status, Timestamp, Timestamp);

    /// <summary>Good, Uncertain or Bad by the share of good and bad, in percent of values or of time.</summary>
    protected StatusCode ByShare(double good, double bad, double total) =>
        total == 0 || good / total * 100 >= context.Rules.PercentDataGood ? StatusCodes.Good
        : bad / total * 100 >= context.Rules.PercentDataBad ? StatusCodes.Bad
        : StatusCodes.UncertainDataSubNormal;

    private bool HasDataInAPart(RawSeries series)
    {
        var last = series is { HasEnded: true, Ahead.IsEmpty: true } ? series.Previous?.SourceTime : null;
        if (context.IsBackward)
            return last > Interval.Early && last < Interval.Late;
        return _firstTime > Interval.Early && _firstTime < Interval.Late
            || !IsExtrapolated && last >= Interval.Early && last < Interval.Late;
    }
}

/// <summary>Interpolative: the value at the beginning of the interval (OPC 10000-13, 5.4.3.4).</summary>
internal sealed class InterpolativeAggregate(AggregateContext context) : IntervalAggregate(context)
{
    private DataValue _value;

    protected override bool TellsPartial => false;

    public override void Add(ReadOnlySpan<DataValue> values) { }

    protected override void Start(RawSeries series)
    {
        if (!Context.IsBackward)
            _value = At(series, Interval.Early);
    }

    protected override DataValue Finish(RawSeries series) => Context.IsBackward ? At(series, Interval.Late) : _value;

    private DataValue At(RawSeries series, long moment) =>
        BoundingValues.Interpolated(series, moment, Context.IsStepped, Context.Rules.UseSlopedExtrapolation, out _);
}
