namespace S7OpcBridge.Core;

/// <summary>The other node of a cluster that reads a PLC, and what it has found there.</summary>
/// <param name="Node">Its name.</param>
/// <param name="Report">Its report; null: it gave none.</param>
/// <param name="Reason">Why it gave none, as a sentence; empty: it gave one.</param>
public sealed record OtherNode(string Node, PlcReport? Report, string Reason);
