namespace S7OpcBridge.History.Days;

/// <summary>A series as the catalogue has it.</summary>
/// <param name="Id">Its number, from 1.</param>
/// <param name="Key">What it is known by: the NodeId's string.</param>
/// <param name="Plc">The PLC whose gaps are its gaps too; empty: none.</param>
/// <param name="Since">When it was made, in OPC UA ticks.</param>
internal sealed record SeriesRow(int Id, string Key, string Plc, long Since);
