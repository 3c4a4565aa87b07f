namespace S7OpcBridge.History;

/// <summary>What is stored of a key.</summary>
/// <param name="Key">The key: the NodeId's string.</param>
/// <param name="Plc">Its PLC; empty: none.</param>
/// <param name="Values">Values stored.</param>
/// <param name="Bytes">Bytes that they take, packed.</param>
/// <param name="First">The earliest time, in OPC UA ticks.</param>
/// <param name="Last">The latest time.</param>
public sealed record HistoryContent(string Key, string Plc, long Values, long Bytes, long First, long Last);
