namespace S7OpcBridge.S7Plus.Client;

/// <summary>The two objects of a session in the CPU.</summary>
/// <param name="Session">The object for requests.</param>
/// <param name="Subscriptions">The parent of subscriptions.</param>
internal readonly record struct SessionIds(uint Session, uint Subscriptions);
