namespace S7OpcBridge.OpcUa.Server.Aggregates;

/// <summary>A part of an interval between two neighbouring values.</summary>
/// <param name="StartValue">The value at its beginning.</param>
/// <param name="EndValue">The value at its end; where values are held, that at the beginning.</param>
/// <param name="Duration">Milliseconds.</param>
/// <param name="Status">Of the region.</param>
internal readonly record struct Region(double StartValue, double EndValue, double Duration, StatusCode Status);

/// <summary>
/// An aggregate over time: bounds are made for both ends of the interval, and each stretch between two values counts with its length (OPC 10000-13, 3.1.13).
/// </summary>
/// <param name="context">The series and the request.</param>
/// <param name="usesSimpleBounds">True: simple bounds, and Bad stretches count; false: interpolated bounds, and values that are not acceptable are left
/// out.</param>
/// <param name="holds">True: a value is held until the next one, whatever the series is.</param>
internal abstract class RegionAggregate(AggregateContext context, bool usesSimpleBounds, bool holds) : IntervalAggregate(context)
{
    private readonly HistoryAggregateRules _rules = context.Rules;
    private readonly bool _isStepped = holds || context.IsStepped;
    private bool _isOpen;
    private DataValue _point;
    private double _startValue;
    private StatusCode _status;

    public override void Add(ReadOnlySpan<DataValue> values)
    {
        foreach (ref readonly var value in values)
        {
            if (value.SourceTime > Interval.Early || !usesSimpleBounds && !Context.IsBackward)
                TakePoint(value, false);
        }
    }

    protected sealed override void Start(RawSeries series)
    {
        _isOpen = false;
        Restart();
        TakePoint(BoundAt(series, Interval.Early), false);
    }

    protected sealed override DataValue Finish(RawSeries series)
    {
        if (usesSimpleBounds ? IsOutside(series) : IsBeforeData(series))
            return NoData;
        TakePoint(BoundAt(series, Interval.Late), true);
        return Calculate();
    }

    protected abstract void Restart();

    protected abstract void Add(in Region region);

    protected abstract DataValue Calculate();

    private DataValue BoundAt(RawSeries series, long moment)
    {
        if (usesSimpleBounds)
            return BoundingValues.Simple(series, moment, Context.IsStepped);
        var bound = BoundingValues.Interpolated(series, moment, Context.IsStepped, _rules.UseSlopedExtrapolation, out var isExtrapolated);
        IsExtrapolated |= isExtrapolated;
        return bound;
    }

    private void TakePoint(in DataValue point, bool isLast)
    {
        var (status, number) = NumberOf(point);
        var isGood = IsGood(point.Status);
        if (_isOpen && !usesSimpleBounds)
        {
            // Left out, but the region before it is not sure any more.
            if (!isGood || !_isStepped && !point.Status.IsGood)
                Doubt();
            if (!isGood && !isLast)
                return;
        }

        if (_isOpen)
        {
            var end = _startValue;
            if (!_isStepped)
            {
                if (!isGood || !point.Status.IsGood)
                    Doubt();
                if (isGood || !usesSimpleBounds && !status.IsBad)
                    end = number;
            }

            double duration;
            if (usesSimpleBounds && isLast && IsGood(_point.Status) && AggregateStatus.CodeOf(status).Value == StatusCodes.BadNoData)
            {
                duration = 1; // the data end here
            }
            else
            {
                if (status.IsUncertain && !isGood)
                    status = StatusCodes.BadNoData;
                duration = (double)(point.SourceTime - _point.SourceTime) / TimeSpan.TicksPerMillisecond;
            }

            Add(new Region(_startValue, end, duration, _status));
        }

        (_isOpen, _point, _startValue, _status) = (true, point, number, status);
    }

    private (StatusCode Status, double Number) NumberOf(in DataValue point)
    {
        if (point.Status.IsBad)
            return (point.Status, _isOpen ? _startValue : 0);
        return NumericValues.TryOf(point.Value, out var number) ? (point.Status, number) : (StatusCodes.BadTypeMismatch, 0);
    }

    private bool IsGood(StatusCode status) => _rules.TreatUncertainAsBad ? status.IsGood : !status.IsBad;

    private void Doubt()
    {
        if (!_status.IsBad)
            _status = StatusCodes.UncertainDataSubNormal;
    }
}

/// <summary>TimeAverage and Total: the mean over time, and the sum over time in seconds (5.4.3.6, 5.4.3.8).</summary>
internal sealed class TimeAverageAggregate(AggregateContext context, bool isTotal)
    : RegionAggregate(context, usesSimpleBounds: false, holds: false)
{
    private double _total,
        _seconds;
    private bool _isDoubtful;

    protected override void Restart() => (_total, _seconds, _isDoubtful) = (0, 0, false);

    protected override void Add(in Region region)
    {
        var seconds = region.Duration / 1000.0;
        if (!region.Status.IsBad)
        {
            _total += (region.StartValue + region.EndValue) * seconds / 2;
            _seconds += seconds;
        }

        _isDoubtful |= !region.Status.IsGood;
    }

    protected override DataValue Calculate()
    {
        if (_seconds == 0)
            return NoData;
        StatusCode status = _isDoubtful ? StatusCodes.UncertainDataSubNormal : StatusCodes.Good;
        return Result(Variant.From(isTotal ? _total : _total / _seconds), status.WithOnly(AggregateBits.Calculated));
    }
}

/// <summary>DurationGood, DurationBad in milliseconds, PercentGood and PercentBad (5.4.3.31 to 5.4.3.34).</summary>
internal sealed class QualityTimeAggregate(AggregateContext context, bool countsBad, bool isPercent)
    : RegionAggregate(context, usesSimpleBounds: true, holds: true)
{
    private readonly bool _uncertainIsBad = context.Rules.TreatUncertainAsBad;
    private double _duration,
        _total;

    protected override void Restart() => (_duration, _total) = (0, 0);

    protected override void Add(in Region region)
    {
        _total += region.Duration;
        var isBad = region.Status.IsBad || _uncertainIsBad && region.Status.IsUncertain;
        if (isBad == countsBad)
            _duration += region.Duration;
    }

    protected override DataValue Calculate() =>
        Result(Variant.From(isPercent ? _duration / _total * 100 : _duration), StatusCode.Good.WithOnly(AggregateBits.Calculated));
}

/// <summary>DurationInStateZero and DurationInStateNonZero in milliseconds (5.4.3.22, 5.4.3.23).</summary>
internal sealed class StateTimeAggregate(AggregateContext context, bool isNonZero)
    : RegionAggregate(context, usesSimpleBounds: true, holds: true)
{
    private readonly bool _uncertainIsBad = context.Rules.TreatUncertainAsBad;
    private double _duration,
        _good,
        _bad,
        _total;

    protected override void Restart() => (_duration, _good, _bad, _total) = (0, 0, 0, 0);

    protected override void Add(in Region region)
    {
        _total += region.Duration;
        if (region.Status.IsBad)
            _bad += region.Duration;
        else if (region.Status.IsGood || !_uncertainIsBad)
            _good += region.Duration;
        if (region.Status.IsGood && region.StartValue != 0 == isNonZero)
            _duration += region.Duration;
    }

    protected override DataValue Calculate()
    {
        var status = ByShare(_good, _bad, _total);
        return Result(status.IsBad ? default : Variant.From(_duration), status.WithOnly(AggregateBits.Calculated));
    }
}
