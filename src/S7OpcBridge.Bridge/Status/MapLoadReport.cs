namespace S7OpcBridge.Bridge;

/// <summary>The last load of the map, and the findings of a refused file.</summary>
/// <param name="Loads">Number of maps applied so far, including the first.</param>
/// <param name="Loaded">Time of the last one.</param>
/// <param name="Change">Its changes, as lines.</param>
/// <param name="Findings">Why the file on disk was refused, as lines; empty: it was not.</param>
public sealed record MapLoadReport(uint Loads, DateTimeOffset Loaded, string[] Change, string[] Findings);
