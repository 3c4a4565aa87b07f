namespace S7OpcBridge.Bridge;

/// <summary>What people are told of the map that runs, and of a file that does not.</summary>
/// <param name="Loads">How often a map was taken, the first included.</param>
/// <param name="Loaded">When it was last taken.</param>
/// <param name="Change">What the last one changed, in lines.</param>
/// <param name="Findings">Why the file on disk is not what runs, in lines; empty: it is.</param>
public sealed record MapLoadReport(uint Loads, DateTimeOffset Loaded, string[] Change, string[] Findings);
