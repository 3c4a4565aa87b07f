using S7OpcBridge.Cluster.Stores;
using S7OpcBridge.Cluster.Tables;

namespace S7OpcBridge.Cluster;

/// <summary>
/// Members in PostgreSQL. The two small tables are made at the first start; where the user may not make any, <c>deploy/cluster/postgres.sql</c> does.
/// </summary>
/// <param name="Connection">As Npgsql takes it: <c>Host=db;Database=bridge;Username=bridge;Password=…</c>.</param>
public sealed record PostgresStore(string Connection) : MembershipStore
{
    internal override TableStore Open(string cluster) => new PostgresTable(Connection, cluster);
}
