namespace S7OpcBridge.OpcUa.Server.Aggregates;

/// <summary>The aggregate functions of OPC 10000-13 that this server calculates.</summary>
internal static class AggregateFunctions
{
    private static readonly Dictionary<uint, Func<AggregateContext, IntervalAggregate>> Makers = new()
    {
        [Ids.AggregateFunction_Interpolative] = c => new InterpolativeAggregate(c),
        [Ids.AggregateFunction_Average] = c => new AverageAggregate(c),
        [Ids.AggregateFunction_TimeAverage] = c => new TimeAverageAggregate(c, isTotal: false),
        [Ids.AggregateFunction_Total] = c => new TimeAverageAggregate(c, isTotal: true),
        [Ids.AggregateFunction_Minimum] = c => new ExtremeAggregate(c, Extreme.Minimum, isActualTime: false),
        [Ids.AggregateFunction_Maximum] = c => new ExtremeAggregate(c, Extreme.Maximum, isActualTime: false),
        [Ids.AggregateFunction_MinimumActualTime] = c => new ExtremeAggregate(c, Extreme.Minimum, isActualTime: true),
        [Ids.AggregateFunction_MaximumActualTime] = c => new ExtremeAggregate(c, Extreme.Maximum, isActualTime: true),
        [Ids.AggregateFunction_Range] = c => new ExtremeAggregate(c, Extreme.Range, isActualTime: false),
        [Ids.AggregateFunction_Count] = c => new CountAggregate(c),
        [Ids.AggregateFunction_NumberOfTransitions] = c => new TransitionsAggregate(c),
        [Ids.AggregateFunction_Start] = c => new EdgeAggregate(c, isEnd: false),
        [Ids.AggregateFunction_End] = c => new EdgeAggregate(c, isEnd: true),
        [Ids.AggregateFunction_Delta] = c => new DeltaAggregate(c),
        [Ids.AggregateFunction_DurationGood] = c => new QualityTimeAggregate(c, countsBad: false, isPercent: false),
        [Ids.AggregateFunction_DurationBad] = c => new QualityTimeAggregate(c, countsBad: true, isPercent: false),
        [Ids.AggregateFunction_PercentGood] = c => new QualityTimeAggregate(c, countsBad: false, isPercent: true),
        [Ids.AggregateFunction_PercentBad] = c => new QualityTimeAggregate(c, countsBad: true, isPercent: true),
        [Ids.AggregateFunction_WorstQuality] = c => new WorstQualityAggregate(c),
        [Ids.AggregateFunction_DurationInStateZero] = c => new StateTimeAggregate(c, isNonZero: false),
        [Ids.AggregateFunction_DurationInStateNonZero] = c => new StateTimeAggregate(c, isNonZero: true),
        [Ids.AggregateFunction_StandardDeviationSample] = c => new DeviationAggregate(c),
    };

    /// <summary>Numeric ids of their nodes in namespace 0.</summary>
    public static IEnumerable<uint> All => Makers.Keys.Order();

    /// <summary>True for a function that this server calculates.</summary>
    public static bool Has(NodeId function) =>
        function is { Namespace: 0, Kind: NodeIdKind.Numeric } && Makers.ContainsKey(function.Numeric);

    /// <summary>Makes the calculation of a function that <see cref="Has"/>.</summary>
    public static IntervalAggregate Make(NodeId function, AggregateContext context) => Makers[function.Numeric](context);
}
