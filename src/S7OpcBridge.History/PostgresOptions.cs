namespace S7OpcBridge.History;

/// <summary>The PostgreSQL server of a store.</summary>
/// <param name="Connection">The connection string, in Npgsql's words.</param>
/// <param name="Schema">The schema that holds this store's tables; made at the first connection. Each bridge needs a schema of its own.</param>
public sealed record PostgresOptions(string Connection, string Schema = "s7opcbridge");
