namespace S7OpcBridge;

/// <summary>How a running bridge is doing.</summary>
/// <param name="Trouble">What stands still, in a sentence; null: nothing, it lives.</param>
/// <param name="Status">The same line that <c>systemctl status</c> shows.</param>
internal sealed record HealthAnswer(string? Trouble, string Status);
