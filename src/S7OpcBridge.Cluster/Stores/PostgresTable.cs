using System.Net;
using Npgsql;
using S7OpcBridge.Cluster.Tables;

namespace S7OpcBridge.Cluster.Stores;

/// <summary>A table in two tables of PostgreSQL: a row per cluster, and a time per silo.</summary>
internal sealed class PostgresTable : TableStore
{
    private const int SecondsToWait = 2;

    private const string Exists =
        "SELECT to_regclass('s7opcbridge_cluster') IS NOT NULL AND to_regclass('s7opcbridge_cluster_alive') IS NOT NULL";

    // The lock: several nodes may start for the first time at once.
    private const string Create = """
        SELECT pg_advisory_xact_lock(7304118);
        CREATE TABLE IF NOT EXISTS s7opcbridge_cluster (name text PRIMARY KEY, version integer NOT NULL, members text NOT NULL);
        CREATE TABLE IF NOT EXISTS s7opcbridge_cluster_alive (cluster text NOT NULL, silo text NOT NULL, at timestamptz NOT NULL, PRIMARY KEY (cluster, silo));
        """;

    private const string Read = """
        SELECT clock_timestamp(), c.version, c.members, a.silos, a.times
        FROM (SELECT array_agg(silo ORDER BY silo) AS silos, array_agg(at ORDER BY silo) AS times FROM s7opcbridge_cluster_alive WHERE cluster = $1) a
        LEFT JOIN s7opcbridge_cluster c ON c.name = $1
        """;

    private const string Insert = "INSERT INTO s7opcbridge_cluster (name, version, members) VALUES ($1, $3, $4) ON CONFLICT DO NOTHING";

    private const string Update = "UPDATE s7opcbridge_cluster SET version = $3, members = $4 WHERE name = $1 AND version = $2";

    private const string Alive = """
        INSERT INTO s7opcbridge_cluster_alive (cluster, silo, at) VALUES ($1, $2, clock_timestamp())
        ON CONFLICT (cluster, silo) DO UPDATE SET at = excluded.at
        """;

    private const string Forget = "DELETE FROM s7opcbridge_cluster_alive WHERE cluster = $1 AND at < clock_timestamp() - interval '7 days'";

    private const string Delete = "DELETE FROM s7opcbridge_cluster WHERE name = $1";

    private readonly string _cluster;
    private readonly NpgsqlDataSource _source;

    public PostgresTable(string connection, string cluster)
    {
        _cluster = cluster;
        var builder = new NpgsqlConnectionStringBuilder(connection)
        {
            ApplicationName = "s7opcbridge cluster",
            MaxPoolSize = 4,
            Timeout = SecondsToWait,
            CommandTimeout = SecondsToWait,
            CancellationTimeout = -1, // A connection that does not answer is dropped, not asked to cancel.
        };
        // A host that begins with "/" is a local socket.
        var hosts = (builder.Host ?? "").Split(',').Where(static host => host is not ("" or ['/', ..]));
        EndPoints = [.. hosts.Select(host => new DnsEndPoint(host, builder.Port))];
        Name = $"PostgreSQL at {builder.Host}, database {builder.Database}";
        _source = NpgsqlDataSource.Create(builder);
    }

    public override IReadOnlyList<EndPoint> EndPoints { get; }

    public override string Name { get; }

    public override async Task InitializeAsync(CancellationToken cancellationToken)
    {
        await using var exists = _source.CreateCommand(Exists);
        if (await exists.ExecuteScalarAsync(cancellationToken).ConfigureAwait(false) is true)
            return;
        try
        {
            await using var connection = await _source.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
            await using var transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
            await using var create = new NpgsqlCommand(Create, connection, transaction);
            await create.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
            await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (PostgresException denied)
            when (denied.SqlState is PostgresErrorCodes.InsufficientPrivilege or PostgresErrorCodes.InvalidSchemaName)
        {
            throw new ClusterStoreException(
                $"{Name}: the tables of the cluster are missing, and this user may not make them ({denied.MessageText}). Run deploy/cluster/postgres.sql there "
                    + "as a user who may.",
                denied
            );
        }
    }

    public override async Task<StoredTable> ReadAsync(CancellationToken cancellationToken)
    {
        await using var command = Command(Read);
        await using var reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
        await reader.ReadAsync(cancellationToken).ConfigureAwait(false);
        var alive = new Dictionary<string, DateTime>();
        if (!reader.IsDBNull(3))
        {
            var (silos, times) = (reader.GetFieldValue<string[]>(3), reader.GetFieldValue<DateTime[]>(4));
            for (var i = 0; i < silos.Length; i++)
                alive[silos[i]] = times[i];
        }
        var none = reader.IsDBNull(1);
        return new StoredTable(none ? 0 : reader.GetInt32(1), none ? "" : reader.GetString(2), alive, reader.GetDateTime(0));
    }

    public override async Task<bool> TryReplaceAsync(int expectedVersion, int version, string rows, CancellationToken cancellationToken)
    {
        await using var forget = Command(Forget);
        await forget.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
        await using var command = Command(expectedVersion == 0 ? Insert : Update);
        command.Parameters.Add(new NpgsqlParameter { Value = expectedVersion });
        command.Parameters.Add(new NpgsqlParameter { Value = version });
        command.Parameters.Add(new NpgsqlParameter { Value = rows });
        return await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false) == 1;
    }

    public override async Task SetAliveAsync(string silo, CancellationToken cancellationToken)
    {
        await using var command = Command(Alive);
        command.Parameters.Add(new NpgsqlParameter { Value = silo });
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }

    public override async Task DeleteAsync(CancellationToken cancellationToken)
    {
        await using var command = Command(Delete);
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }

    public override ValueTask DisposeAsync() => _source.DisposeAsync();

    private NpgsqlCommand Command(string text)
    {
        var command = _source.CreateCommand(text);
        command.Parameters.Add(new NpgsqlParameter { Value = _cluster });
        return command;
    }
}
