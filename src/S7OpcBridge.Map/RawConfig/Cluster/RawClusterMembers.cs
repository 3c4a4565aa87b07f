using System.Data.Common;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Cluster;

/// <summary>The keys of <c>members</c>: where the list of nodes is kept. Findings never show a connection, because it may contain a password.</summary>
internal static class ClusterMembersKeys
{
    private const int LongestConnection = 2000;

    private static readonly KeyShape Connection = KeyShape.Any(KeyShape.Text, KeyShape.Ref("secretFile"));

    public static readonly KeyTable<RawCluster> Table = new(
        "list of nodes",
        new(
            "postgres",
            Connection,
            "Connection to a PostgreSQL database, such as \"Host=db;Database=bridge;Username=bridge\"; or { file: … } with it in its "
                + "only line.",
            static (yaml, cluster) =>
                Read(
                    yaml,
                    cluster,
                    ClusterStore.Postgres,
                    IsPostgres,
                    "a connection to PostgreSQL, such as \"Host=db;Database=bridge;Username=bridge;Password=${DB_PASSWORD}\""
                )
        ),
        new(
            "redis",
            Connection,
            "Connection to a Redis server with persistence, such as \"redis:6379\"; or { file: … } with it in its only " + "line.",
            static (yaml, cluster) =>
                Read(
                    yaml,
                    cluster,
                    ClusterStore.Redis,
                    IsRedis,
                    "a connection to Redis, such as \"redis.plant.local:6379,password=${REDIS_PASSWORD}\""
                )
        ),
        new(
            "witness",
            KeyShape.Text,
            "Address and port of 's7opcbridge witness' on a third machine, such as " + "10.0.0.13:11200.",
            static (yaml, cluster) =>
                Read(yaml, cluster, ClusterStore.Witness, IsWitness, "the address and port of the witness, such as 10.0.0.13:11200")
        )
    );

    private static void Read(YamlReader yaml, RawCluster cluster, ClusterStore store, Predicate<string> isConnection, string expected)
    {
        var spot = yaml.Spot;
        cluster.StoreCount++;
        string? text;
        if (yaml.AtMapping && store != ClusterStore.Witness)
        {
            var secret = new SecretText(expected, LongestConnection);
            SecretFileKeys.Table.Read(yaml, secret);
            text = secret.Text;
        }
        else
        {
            text = yaml.Text(expected);
        }
        if (text is null)
            return;
        cluster.Members = new ClusterMembers(store, text);
        if (!isConnection(text))
            yaml.Findings.Error(spot, $"'{store.ToString().ToLowerInvariant()}' is not what connects to it; write {expected}");
    }

    private static bool IsPostgres(string text)
    {
        try
        {
            var parts = new DbConnectionStringBuilder { ConnectionString = text };
            return parts.ContainsKey("Host") || parts.ContainsKey("Server");
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    private static bool IsRedis(string text) =>
        !text.Contains("://", StringComparison.Ordinal) && HostAndPort.TryParse(text.Split(',')[0].Trim(), 6379, out _);

    private static bool IsWitness(string text) => HostAndPort.TryParse(text, -1, out _);
}
