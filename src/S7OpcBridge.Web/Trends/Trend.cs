namespace S7OpcBridge.Web.Trends;

/// <summary>The recorded values of a tag in a range of time, one point per pixel.</summary>
/// <param name="Name">The tag.</param>
/// <param name="Unit">Its unit; empty: none.</param>
/// <param name="RangeLow">The lowest value that the map expects (<c>range</c>); null: it does not say.</param>
/// <param name="RangeHigh">The highest.</param>
/// <param name="IsNumber">True: there are numbers to draw.</param>
/// <param name="FromMs">Start of the range, in milliseconds since 1970.</param>
/// <param name="ToMs">Its end.</param>
/// <param name="OldestMs">Start of the oldest recorded day; null: nothing is recorded yet.</param>
/// <param name="Low">The smallest number at each point; null: no number.</param>
/// <param name="High">The largest number at each point.</param>
/// <param name="Levels">A character per point, the worst quality: g good, u uncertain, b bad, l lost (nobody knows), . nothing was recorded yet.</param>
/// <param name="IsThinned">True: some points have so many values that only the first were taken.</param>
/// <param name="Latest">The last recorded values of the range, newest first.</param>
/// <param name="Trouble">Why nothing could be read, as a sentence; null: it could.</param>
internal sealed record Trend(
    string Plc,
    string Name,
    string Unit,
    double? RangeLow,
    double? RangeHigh,
    bool IsNumber,
    long FromMs,
    long ToMs,
    long? OldestMs,
    IReadOnlyList<double?> Low,
    IReadOnlyList<double?> High,
    string Levels,
    bool IsThinned,
    IReadOnlyList<TrendValue> Latest,
    string? Trouble
);

/// <summary>A recorded value.</summary>
/// <param name="TimeMs">Its source time, in milliseconds since 1970.</param>
/// <param name="Value">As text; empty: none.</param>
/// <param name="Level">good, uncertain or bad.</param>
/// <param name="Quality">The status code's name.</param>
internal sealed record TrendValue(double TimeMs, string Value, string Level, string Quality);
