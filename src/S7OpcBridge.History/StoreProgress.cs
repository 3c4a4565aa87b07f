namespace S7OpcBridge.History;

/// <summary>How much of a range was read into memory of the caller; values as in <see cref="HistoryPage"/>.</summary>
/// <param name="Count">So many values.</param>
/// <param name="Next">Where to go on; null: the range is read to its end.</param>
public readonly record struct StoreProgress(int Count, HistoryPosition? Next);
