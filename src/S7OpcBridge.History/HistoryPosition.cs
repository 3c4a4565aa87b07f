namespace S7OpcBridge.History;

/// <summary>
/// A place in the values of a key, exact where timestamps repeat: values are ordered by time, then by arrival. Stays valid while values are added, sealed or
/// deleted, until the store is closed.
/// </summary>
/// <param name="Time">The source time, in OPC UA ticks.</param>
/// <param name="Sequence">The number of the value in the order of arrival.</param>
public readonly record struct HistoryPosition(long Time, long Sequence);
