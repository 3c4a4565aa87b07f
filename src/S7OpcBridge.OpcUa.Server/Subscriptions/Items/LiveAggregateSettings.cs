using S7OpcBridge.OpcUa.Server.Aggregates;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>An AggregateFilter as revised (OPC 10000-4, 7.22.4).</summary>
/// <param name="Function">The aggregate function.</param>
/// <param name="Start">Where the first interval begins, OPC UA ticks.</param>
/// <param name="Interval">Ticks of an interval.</param>
/// <param name="Rules">How values that are not Good are treated.</param>
internal sealed record LiveAggregateSettings(NodeId Function, long Start, long Interval, HistoryAggregateRules Rules)
{
    /// <summary>The shortest and longest interval.</summary>
    public const double Shortest = 100,
        Longest = 24 * 3600 * 1000d;

    /// <summary>Results that it gives in 1,000 seconds, at least 1.</summary>
    public long Rate => Math.Max(1, 1000 * TimeSpan.TicksPerSecond / Interval);

    /// <summary>What the client is told.</summary>
    public ExtensionObject Result =>
        ExtensionObject.From(
            new AggregateFilterResult
            {
                RevisedStartTime = Start,
                RevisedProcessingInterval = (double)Interval / TimeSpan.TicksPerMillisecond,
                RevisedAggregateConfiguration = new AggregateConfiguration
                {
                    TreatUncertainAsBad = Rules.TreatUncertainAsBad,
                    PercentDataBad = Rules.PercentDataBad,
                    PercentDataGood = Rules.PercentDataGood,
                    UseSlopedExtrapolation = Rules.UseSlopedExtrapolation,
                },
            }
        );

    /// <summary>Checks and revises a filter: BadAggregateNotSupported, BadAggregateInvalidInputs, Good.</summary>
    /// <param name="filter">As requested.</param>
    /// <param name="now">The time; intervals do not begin earlier, nor later than a day from now.</param>
    /// <param name="settings">As revised.</param>
    public static StatusCode Check(AggregateFilter filter, long now, out LiveAggregateSettings? settings)
    {
        settings = null;
        if (!AggregateFunctions.Has(filter.AggregateType))
            return StatusCodes.BadAggregateNotSupported;
        var asked = filter.AggregateConfiguration;
        if (!asked.UseServerCapabilitiesDefaults && !HistoryAggregateRules.AreValid(asked.PercentDataBad, asked.PercentDataGood))
            return StatusCodes.BadAggregateInvalidInputs;
        var rules = asked.UseServerCapabilitiesDefaults
            ? HistoryAggregateRules.Default
            : new HistoryAggregateRules(
                asked.TreatUncertainAsBad,
                asked.PercentDataBad,
                asked.PercentDataGood,
                asked.UseSlopedExtrapolation
            );
        var interval = double.IsNaN(filter.ProcessingInterval) ? Shortest : Math.Clamp(filter.ProcessingInterval, Shortest, Longest);
        var start = Math.Clamp(filter.StartTime, now, now + (long)Longest * TimeSpan.TicksPerMillisecond);
        settings = new LiveAggregateSettings(filter.AggregateType, start, (long)(interval * TimeSpan.TicksPerMillisecond), rules);
        return StatusCodes.Good;
    }
}
