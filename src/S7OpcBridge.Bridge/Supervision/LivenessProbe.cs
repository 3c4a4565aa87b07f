namespace S7OpcBridge.Bridge.Supervision;

/// <summary>A supervised loop, which only has to count its rounds.</summary>
/// <param name="Name">Name of the loop for users, as the beginning of a sentence.</param>
/// <param name="Owed">What waits while the loop stands still: "values wait to be published".</param>
/// <param name="Rounds">Returns the number of rounds; any change means progress. Any thread.</param>
/// <param name="HasWork">Returns whether work waits. Any thread.</param>
internal sealed record LivenessProbe(string Name, string Owed, Func<long> Rounds, Func<bool> HasWork);
