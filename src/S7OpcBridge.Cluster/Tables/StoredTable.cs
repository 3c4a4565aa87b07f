namespace S7OpcBridge.Cluster.Tables;

/// <summary>A cluster's table as a store holds it.</summary>
/// <param name="Version">Grows by one with each replacement; 0 if there is none yet.</param>
/// <param name="Rows">The rows as JSON; empty if there is none yet.</param>
/// <param name="Alive">When each silo last said that it is alive, by the store's clock.</param>
/// <param name="Now">The store's clock when it answered.</param>
internal sealed record StoredTable(int Version, string Rows, IReadOnlyDictionary<string, DateTime> Alive, DateTime Now);
