namespace S7OpcBridge.History;

/// <summary>
/// A range of source times, half open in the direction of reading as in OPC 10000-11, 4.4: forward From ≤ t &lt; To, backward From ≥ t &gt; To. OPC UA ticks.
/// </summary>
/// <param name="From">The first time.</param>
/// <param name="To">The time before which reading ends.</param>
/// <param name="Backward">True: newest first.</param>
public readonly record struct HistoryRange(long From, long To, bool Backward = false);
