namespace S7OpcBridge.Core.Sessions;

/// <summary>The end of a connection.</summary>
/// <param name="Reason">The reason as a sentence; null: it was intended.</param>
/// <param name="IsTooMuch">True: the PLC failed under load and is polled more slowly from now on.</param>
internal readonly record struct ConnectionEnd(string? Reason, bool IsTooMuch = false);
