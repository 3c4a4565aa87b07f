namespace S7OpcBridge.OpcUa.Server.Aggregates;

/// <summary>Values at a moment at which there is no raw value (OPC 10000-13, 3.1.7 to 3.1.9). The series stands at the moment.</summary>
internal static class BoundingValues
{
    /// <summary>Made from the raw values next to the moment, also Bad ones.</summary>
    public static DataValue Simple(RawSeries series, long moment, bool isStepped)
    {
        var ahead = series.Ahead;
        if (!ahead.IsEmpty && ahead[0].SourceTime == moment)
            return ahead[0];
        if (series.Previous is not { } before || !series.IsGood(before.Status) || ahead.IsEmpty)
            return NoData(moment);
        if (isStepped)
            return Held(moment, before);
        return series.IsGood(ahead[0].Status) ? OnLine(moment, before, ahead[0]) : Doubtful(Held(moment, before));
    }

    /// <summary>Made from the nearest values on both sides that the rules accept.</summary>
    /// <param name="series">Stands at the moment.</param>
    /// <param name="isStepped">True: the value before is held.</param>
    /// <param name="useSlope">True: behind the last value goes on the line through the last two.</param>
    /// <param name="isExtrapolated">True: there was no value behind the moment to end the line or to prove that the value was held.</param>
    public static DataValue Interpolated(RawSeries series, long moment, bool isStepped, bool useSlope, out bool isExtrapolated)
    {
        isExtrapolated = false;
        var ahead = series.Ahead;
        if (ExactAt(series, moment) is { } exact)
            return exact;
        if (series.LastGood is not { } before)
            return NoData(moment);
        if (!isStepped && series.NextGood is { } after)
        {
            var between = OnLine(moment, before, after);
            var areNeighbours = series.IsPreviousGood && ahead[0].SourceTime > moment && series.IsGood(ahead[0].Status);
            return areNeighbours ? between : Doubtful(between);
        }

        if (!isStepped && useSlope && series.SecondLastGood is { } second)
        {
            isExtrapolated = true;
            return Doubtful(OnLine(moment, second, before));
        }

        var held = Held(moment, before);
        isExtrapolated = !series.IsPreviousGood || ahead.IsEmpty;
        return isExtrapolated ? Doubtful(held) : held;
    }

    public static DataValue NoData(long moment) => new(default, StatusCodes.BadNoData, moment, moment);

    // A value at the moment is taken as it is; if the first of several is Bad, one that the rules accept may follow.
    private static DataValue? ExactAt(RawSeries series, long moment)
    {
        var ahead = series.Ahead;
        if (ahead.IsEmpty || ahead[0].SourceTime != moment || ahead[0].Status.IsBad)
            return null;
        return ahead[0];
    }

    private static DataValue Held(long moment, in DataValue before)
    {
        StatusCode status = before.Status.IsGood ? StatusCode.Good : StatusCodes.UncertainDataSubNormal;
        return before.Status.IsBad
            ? NoData(moment)
            : new DataValue(before.Value, status.WithOnly(AggregateBits.Interpolated), moment, moment);
    }

    private static DataValue OnLine(long moment, in DataValue before, in DataValue after)
    {
        if (!NumericValues.TryOf(before.Value, out var early) || !NumericValues.TryOf(after.Value, out var late))
            return Failed(moment);
        var slope = (late - early) / Milliseconds(after.SourceTime - before.SourceTime);
        if (!NumericValues.TryMake(slope * Milliseconds(moment - before.SourceTime) + early, before.Value.Type, out var value))
            return Failed(moment);
        StatusCode status = before.Status.IsGood && after.Status.IsGood ? StatusCode.Good : StatusCodes.UncertainDataSubNormal;
        return new DataValue(value, status.WithOnly(AggregateBits.Interpolated), moment, moment);
    }

    private static DataValue Doubtful(in DataValue value) =>
        value.Status.IsBad ? value : value with { Status = value.Status.WithCode(StatusCodes.UncertainDataSubNormal) };

    private static DataValue Failed(long moment) => new(default, StatusCodes.BadTypeMismatch, moment, moment);

    private static double Milliseconds(long ticks) => (double)ticks / TimeSpan.TicksPerMillisecond;
}
