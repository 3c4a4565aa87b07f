using S7OpcBridge.Cluster.Stores;
using S7OpcBridge.Cluster.Tables;

namespace S7OpcBridge.Cluster;

/// <summary>Members in Redis, or a server that speaks its protocol, with persistence (<c>appendonly yes</c>).</summary>
/// <param name="Connection">As StackExchange.Redis takes it: <c>host:6379,password=…,ssl=true</c>.</param>
public sealed record RedisStore(string Connection) : MembershipStore
{
    internal override TableStore Open(string cluster) => new RedisTable(Connection, cluster);
}
