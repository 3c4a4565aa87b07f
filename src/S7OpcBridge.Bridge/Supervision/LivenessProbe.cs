namespace S7OpcBridge.Bridge.Supervision;

/// <summary>Something that has to go on for the bridge to be worth anything: a loop that counts its rounds. Counting is all that it costs its owner.</summary>
/// <param name="Name">What people call it; begins a sentence.</param>
/// <param name="Owed">What waits when it stands still: "values wait to be published".</param>
/// <param name="Rounds">How far it has come; any thread. Any other number than before means that it moves.</param>
/// <param name="HasWork">True while it ought to move; any thread.</param>
internal sealed record LivenessProbe(string Name, string Owed, Func<long> Rounds, Func<bool> HasWork);
