namespace S7OpcBridge.Bridge;

/// <summary>A loop that has made no progress for longer than <see cref="Liveness.Patience"/> although work waits.</summary>
/// <param name="What">Name of the loop.</param>
/// <param name="Since">Time of its last progress.</param>
/// <param name="Sentence">A sentence for users: what, since when, what to do.</param>
public sealed record Stall(string What, DateTimeOffset Since, string Sentence);
