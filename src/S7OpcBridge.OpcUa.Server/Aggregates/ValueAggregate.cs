namespace S7OpcBridge.OpcUa.Server.Aggregates;

/// <summary>An aggregate over the raw values in the interval, without bounds.</summary>
internal abstract class ValueAggregate(AggregateContext context) : IntervalAggregate(context)
{
    /// <summary>Values in the interval; those that are Good; those that are Bad.</summary>
    protected (int All, int Good, int Bad) Counts { get; private set; }

    /// <summary>Good, Uncertain or Bad by the share of the values.</summary>
    protected StatusCode StatusByValues => ByShare(Counts.Good, Counts.Bad, Counts.All);

    public override void Add(ReadOnlySpan<DataValue> values)
    {
        foreach (ref readonly var value in values)
        {
            if (Context.IsBackward && value.SourceTime == Interval.Early)
                Precede(value);
            else
                TakeOne(value);
        }
    }

    protected sealed override void Start(RawSeries series)
    {
        Counts = default;
        Restart(series);
    }

    protected sealed override DataValue Finish(RawSeries series)
    {
        var isOutside = IsOutside(series);
        if (Context.IsBackward)
        {
            foreach (ref readonly var value in series.Ahead)
            {
                if (value.SourceTime > Interval.Late)
                    break;
                TakeOne(value);
            }
        }

        return isOutside ? NoData : Calculate(series);
    }

    protected abstract void Restart(RawSeries series);

    protected abstract void Add(in DataValue value);

    protected abstract DataValue Calculate(RawSeries series);

    /// <summary>A value at the end of a backward interval, which belongs to the next one.</summary>
    protected virtual void Precede(in DataValue value) { }

    /// <summary>A result by the share of values; the bits are lost where it is Bad.</summary>
    protected DataValue ByValues(in Variant value) =>
        StatusByValues is { IsBad: true } bad ? Result(default, bad) : Result(value, StatusByValues.WithOnly(AggregateBits.Calculated));

    private void TakeOne(in DataValue value)
    {
        var (all, good, bad) = Counts;
        Counts = (all + 1, good + (value.Status.IsGood ? 1 : 0), bad + (value.Status.IsBad ? 1 : 0));
        Add(value);
    }
}

/// <summary>Average of the Good values (5.4.3.5).</summary>
internal sealed class AverageAggregate(AggregateContext context) : ValueAggregate(context)
{
    private double _sum;
    private int _count;

    protected override bool TellsPartial => false;

    protected override void Restart(RawSeries series) => (_sum, _count) = (0, 0);

    protected override void Add(in DataValue value)
    {
        if (!value.Status.IsGood || !NumericValues.TryOf(value.Value, out var number))
            return;
        _sum += number;
        _count++;
    }

    protected override DataValue Calculate(RawSeries series) => _count == 0 ? NoData : ByValues(Variant.From(_sum / _count));
}

/// <summary>Count of the Good values (5.4.3.19).</summary>
internal sealed class CountAggregate(AggregateContext context) : ValueAggregate(context)
{
    protected override void Restart(RawSeries series) { }

    protected override void Add(in DataValue value) { }

    protected override DataValue Calculate(RawSeries series) => ByValues(Variant.From(Counts.Good));
}

/// <summary>NumberOfTransitions: how often the value changed, the one before the interval included (5.4.3.24).</summary>
internal sealed class TransitionsAggregate(AggregateContext context) : ValueAggregate(context)
{
    private Variant _last;
    private int _count;

    protected override void Restart(RawSeries series) => (_last, _count) = (series.LastNotBad?.Value ?? default, 0);

    protected override void Precede(in DataValue value)
    {
        if (!value.Status.IsBad)
            _last = value.Value;
    }

    protected override void Add(in DataValue value)
    {
        if (value.Status.IsBad)
            return;
        if (!AreEqual(_last, value.Value))
            _count++;
        _last = value.Value;
    }

    protected override DataValue Calculate(RawSeries series) => ByValues(Variant.From(_count));

    private static bool AreEqual(in Variant one, in Variant other) =>
        NumericValues.TryOf(one, out var before) && NumericValues.TryOf(other, out var now)
            ? before.Equals(now) || before == now
            : one.Type == other.Type && one.IsArray == other.IsArray && one.Bits == other.Bits && Equals(one.Reference, other.Reference);
}

/// <summary>Start and End: the first and the last raw value of the interval, with their own status and time (5.4.3.29, 5.4.3.30).</summary>
internal sealed class EdgeAggregate(AggregateContext context, bool isEnd) : ValueAggregate(context)
{
    private DataValue _value;

    protected override void Restart(RawSeries series) => _value = default;

    protected override void Add(in DataValue value)
    {
        if (isEnd || Counts.All == 1)
            _value = value;
    }

    protected override DataValue Calculate(RawSeries series) => Counts.All == 0 ? NoData : _value with { ServerTime = _value.SourceTime };
}

/// <summary>Delta: the last minus the first acceptable value (5.4.3.31).</summary>
internal sealed class DeltaAggregate(AggregateContext context) : ValueAggregate(context)
{
    private readonly HistoryAggregateRules _rules = context.Rules;
    private double _first,
        _last;
    private BuiltInType _type;
    private bool _skipped;

    protected override void Restart(RawSeries series) =>
        (_first, _last, _type, _skipped) = (double.NaN, double.NaN, BuiltInType.Null, false);

    protected override void Add(in DataValue value)
    {
        var isGood = _rules.TreatUncertainAsBad ? value.Status.IsGood : !value.Status.IsBad;
        if (!isGood || !NumericValues.TryOf(value.Value, out var number))
        {
            _pending = true;
            _skipped |= _type == BuiltInType.Null;
            return;
        }

        if (_type == BuiltInType.Null)
            (_first, _type) = (number, value.Value.Type);
        (_last, _pending) = (number, false);
    }

    private bool _pending; // values that are not acceptable at the end

    protected override DataValue Calculate(RawSeries series)
    {
        if (_type == BuiltInType.Null)
            return NoData;
        StatusCode status = _skipped || _pending ? StatusCodes.UncertainDataSubNormal : StatusCodes.Good;
        return NumericValues.TryMake(_last - _first, _type, out var delta)
            ? Result(delta, status.WithOnly(AggregateBits.Calculated))
            : Result(default, StatusCodes.BadTypeMismatch);
    }
}

/// <summary>StandardDeviationSample: the root of the variance over n - 1 acceptable values (5.4.3.37).</summary>
internal sealed class DeviationAggregate(AggregateContext context) : ValueAggregate(context)
{
    private readonly HistoryAggregateRules _rules = context.Rules;
    private double _mean,
        _squares;
    private int _count;
    private bool _skipped;

    protected override void Restart(RawSeries series) => (_mean, _squares, _count, _skipped) = (0, 0, 0, false);

    protected override void Add(in DataValue value)
    {
        var isGood = _rules.TreatUncertainAsBad ? value.Status.IsGood : !value.Status.IsBad;
        if (!isGood || !NumericValues.TryOf(value.Value, out var number))
        {
            _skipped = true;
            return;
        }

        // Welford's way: exact without keeping the values.
        _count++;
        var before = number - _mean;
        _mean += before / _count;
        _squares += before * (number - _mean);
    }

    protected override DataValue Calculate(RawSeries series)
    {
        if (_count == 0)
            return NoData;
        StatusCode status = _skipped ? StatusCodes.UncertainDataSubNormal : StatusCodes.Good;
        return Result(Variant.From(_count < 2 ? 0 : Math.Sqrt(_squares / (_count - 1))), status.WithOnly(AggregateBits.Calculated));
    }
}

/// <summary>WorstQuality: the status of the worst value, of several equally bad ones the first (5.4.3.35).</summary>
internal sealed class WorstQualityAggregate(AggregateContext context) : ValueAggregate(context)
{
    private StatusCode _worst;

    protected override void Restart(RawSeries series) => _worst = default;

    protected override void Add(in DataValue value)
    {
        // Backward, the first of equals is the newest.
        var (was, now) = (Severity(_worst), Severity(value.Status));
        if (Counts.All == 1 || now > was || Context.IsBackward && now == was)
            _worst = AggregateStatus.CodeOf(value.Status);
    }

    protected override DataValue Calculate(RawSeries series)
    {
        if (Counts.All == 0)
            return NoData;
        var (all, good, bad) = Counts;
        var count =
            _worst.IsBad ? bad
            : _worst.IsGood ? good
            : all - good - bad;
        return Result(
            Variant.FromStatusCode(_worst),
            StatusCode.Good.WithOnly(AggregateBits.Calculated | (count > 1 ? AggregateBits.MultipleValues : 0))
        );
    }

    private static uint Severity(StatusCode status) => status.Value >> 30;
}
