namespace S7OpcBridge.Local;

/// <summary>The health of a running bridge.</summary>
/// <param name="Trouble">What stands still, as a sentence; null: the bridge is alive.</param>
/// <param name="Status">The line that <c>systemctl status</c> shows.</param>
internal sealed record HealthAnswer(string? Trouble, string Status);
