namespace S7OpcBridge.Core.Sessions;

/// <summary>How a connection ended.</summary>
/// <param name="Reason">Why, in a sentence; null: it was meant to.</param>
/// <param name="IsTooMuch">True: the PLC broke under what it was asked, and is asked less from now on.</param>
internal readonly record struct LinkEnd(string? Reason, bool IsTooMuch = false);
