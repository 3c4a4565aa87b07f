using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History;

/// <summary>A part of the values of a range.</summary>
/// <param name="Values">
/// In the order asked; the server time equals the source time. A gap is a null value with BadDataLost at the time from which values are missing.
/// </param>
/// <param name="Next">Where to go on; null: the range is read to its end.</param>
public sealed record HistoryPage(IReadOnlyList<DataValue> Values, HistoryPosition? Next);
