namespace S7OpcBridge.Web;

/// <summary>What the page does for whoever helps with a problem, as functions that the program fills in. Any thread.</summary>
public sealed record SupportCommands
{
    /// <summary>The zip of <c>report</c>, without secrets; null: there is none here. Takes about as long as loading the map.</summary>
    public Func<byte[]?> Report { get; init; } = static () => null;

    /// <summary>The last lines of the log after a number, without secrets, the oldest first.</summary>
    public Func<long, IReadOnlyList<LogLine>> LinesAfter { get; init; } = static _ => [];

    /// <summary>The metrics in words.</summary>
    public Func<IReadOnlyList<FigureRow>> Figures { get; init; } = static () => [];

    /// <summary>The levels that are other than usual for a while.</summary>
    public Func<IReadOnlyList<LevelForAWhile>> Levels { get; init; } = static () => [];

    /// <summary>Has a category of the log tell more for a while.</summary>
    public Func<string, string, TimeSpan, CommandOutcome> SetLevel { get; init; } = static (_, _, _) => CommandOutcome.NotHere;
}

/// <summary>A metric in words.</summary>
/// <param name="Name">Its name at /metrics.</param>
/// <param name="About">What it counts.</param>
/// <param name="Of">What the value is of, such as a PLC; null: of the bridge.</param>
/// <param name="Value">The value with its unit.</param>
public sealed record FigureRow(string Name, string About, string? Of, string Value);

/// <summary>A line of the log.</summary>
/// <param name="Number">Its number since the start.</param>
/// <param name="Level">Trace, Debug, Information, Warning, Error or Critical.</param>
/// <param name="Category">Who says it.</param>
/// <param name="Event">The number of the message.</param>
public sealed record LogLine(long Number, DateTime Time, string Level, string Category, int Event, string Text);

/// <summary>A level that is other than usual for a while.</summary>
/// <param name="Seconds">How long it still is.</param>
public sealed record LevelForAWhile(string Category, string Level, double Seconds);
