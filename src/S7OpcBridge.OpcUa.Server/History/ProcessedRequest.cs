using S7OpcBridge.OpcUa.Server.Aggregates;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>A ReadProcessed for one node (OPC 10000-11, 6.5.4).</summary>
/// <param name="Function">The aggregate function.</param>
/// <param name="Context">Rules and direction.</param>
internal sealed record ProcessedRequest(NodeId Function, ProcessingIntervals Intervals, AggregateContext Context)
{
    /// <summary>Checks the details of a request for one of its nodes.</summary>
    /// <exception cref="UaException">BadAggregateNotSupported, BadAggregateInvalidInputs, BadInvalidArgument.</exception>
    public static ProcessedRequest From(ReadProcessedDetails details, int place, HistoryConfiguration configuration)
    {
        var (function, start, end, interval) = (
            details.AggregateType[place],
            details.StartTime,
            details.EndTime,
            details.ProcessingInterval
        );
        if (!AggregateFunctions.Has(function))
            throw new UaException(StatusCodes.BadAggregateNotSupported, $"{function} is no aggregate function of this server.");
        if (start == end || start == 0 || end == 0 || !(interval >= 0) || double.IsInfinity(interval))
            throw new UaException(StatusCodes.BadInvalidArgument, "The range or the processing interval is not possible.");
        var ticks = interval == 0 ? 0 : (long)Math.Clamp(interval * TimeSpan.TicksPerMillisecond, 1, long.MaxValue / 4);
        return new ProcessedRequest(
            function,
            new ProcessingIntervals(start, end, ticks),
            new AggregateContext(RulesOf(details.AggregateConfiguration, configuration), configuration.IsStepped, end < start)
        );
    }

    /// <summary>The rules that a client asks for: those of the node, or its own.</summary>
    /// <exception cref="UaException">BadAggregateInvalidInputs.</exception>
    public static HistoryAggregateRules RulesOf(AggregateConfiguration asked, HistoryConfiguration configuration)
    {
        if (asked.UseServerCapabilitiesDefaults)
            return configuration.Aggregates;
        var (bad, good) = (asked.PercentDataBad, asked.PercentDataGood);
        if (!HistoryAggregateRules.AreValid(bad, good))
            throw new UaException(
                StatusCodes.BadAggregateInvalidInputs,
                "PercentDataGood must be at least 100 - PercentDataBad, and both at most 100."
            );
        return new HistoryAggregateRules(asked.TreatUncertainAsBad, bad, good, asked.UseSlopedExtrapolation);
    }
}
