namespace S7OpcBridge.Bridge;

/// <summary>Something that has stood still for longer than <see cref="Liveness.Patience"/>, though there is work for it.</summary>
/// <param name="What">What stands still.</param>
/// <param name="Since">When it was last seen to move.</param>
/// <param name="Sentence">The same for people: what, since when, what to do.</param>
public sealed record Stall(string What, DateTimeOffset Since, string Sentence);
