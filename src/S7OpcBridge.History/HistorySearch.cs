namespace S7OpcBridge.History;

/// <summary>Which single value is looked for.</summary>
/// <param name="Time">From where, in OPC UA ticks.</param>
/// <param name="Backward">True: the latest one before the time; false: the earliest one after it.</param>
/// <param name="Inclusive">True: a value at the time itself counts.</param>
/// <param name="Usable">True: values with a Bad status (BadDataLost among them) are passed over.</param>
public readonly record struct HistorySearch(long Time, bool Backward, bool Inclusive = false, bool Usable = false);
