namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// How the history of variables is kept and calculated with (HistoricalDataConfigurationType, OPC 10000-11, 5.2.2). Many variables share one.
/// </summary>
/// <param name="Name">Names its object in the node id <c>ns=1;s=History/Name</c>; unique in the server.</param>
/// <param name="IsStepped">True: a value is valid until the next one; false: values between two are on the line that joins them.</param>
public sealed record HistoryConfiguration(string Name, bool IsStepped)
{
    /// <summary>For numbers that are measured: values between two are on the line that joins them.</summary>
    public static readonly HistoryConfiguration Sloped = new("Sloped", false);

    /// <summary>For states, texts, arrays and structures: a value is valid until the next one.</summary>
    public static readonly HistoryConfiguration Stepped = new("Stepped", true);

    /// <summary>The rules of calculations for clients that bring none of their own.</summary>
    public HistoryAggregateRules Aggregates { get; init; } = HistoryAggregateRules.Default;
}

/// <summary>The rules by which aggregates treat values that are not Good (AggregateConfiguration, OPC 10000-13, 4.2.1.2).</summary>
/// <param name="TreatUncertainAsBad">True: Uncertain values are left out of calculations.</param>
/// <param name="PercentDataBad">The result is Bad if so much of the interval is Bad, 0 to 100 %.</param>
/// <param name="PercentDataGood">The result is Good if so much of the interval is Good, 0 to 100 %; at least 100 minus <paramref
/// name="PercentDataBad"/>.</param>
/// <param name="UseSlopedExtrapolation">True: beyond the last value goes on the line through the last two; false: the last value is held.</param>
public sealed record HistoryAggregateRules(bool TreatUncertainAsBad, byte PercentDataBad, byte PercentDataGood, bool UseSlopedExtrapolation)
{
    /// <summary>True if both shares are possible, and fit together.</summary>
    internal static bool AreValid(byte percentDataBad, byte percentDataGood) =>
        percentDataBad <= 100 && percentDataGood <= 100 && percentDataGood >= 100 - percentDataBad;

    /// <summary>The defaults of the standard: true, 100 %, 100 %, false.</summary>
    public static readonly HistoryAggregateRules Default = new(true, 100, 100, false);
}
