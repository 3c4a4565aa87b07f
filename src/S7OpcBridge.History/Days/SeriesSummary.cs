namespace S7OpcBridge.History.Days;

/// <summary>Values of a series in one place.</summary>
internal sealed record SeriesSummary(int Series, long First, long Last, long Count, long Bytes);
