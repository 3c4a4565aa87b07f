using System.Globalization;
using System.Net;
using S7OpcBridge.Cluster.Tables;
using StackExchange.Redis;

namespace S7OpcBridge.Cluster.Stores;

/// <summary>A table in two hashes of Redis: version and rows, and a time per silo. Scripts make each step one step.</summary>
internal sealed class RedisTable(string connection, string cluster) : TableStore
{
    private const string ReadScript =
        "local t = redis.call('TIME') return { redis.call('HMGET', KEYS[1], 'version', 'rows'), redis.call('HGETALL', KEYS[2]), t }";

    // Silos that gave no sign for a week are gone for good.
    private const string ReplaceScript = """
        if (redis.call('HGET', KEYS[1], 'version') or '0') ~= ARGV[1] then return 0 end
        redis.call('HSET', KEYS[1], 'version', ARGV[2], 'rows', ARGV[3])
        local alive, now = redis.call('HGETALL', KEYS[2]), redis.call('TIME')
        for i = 1, #alive, 2 do
            if tonumber(alive[i + 1]) < (now[1] - 604800) * 1000 then redis.call('HDEL', KEYS[2], alive[i]) end
        end
        return 1
        """;

    private const string AliveScript =
        "local t = redis.call('TIME') return redis.call('HSET', KEYS[1], ARGV[1], t[1] * 1000 + math.floor(t[2] / 1000))";

    private readonly RedisKey _table = $"s7opcbridge:{cluster}:members";
    private readonly RedisKey _alive = $"s7opcbridge:{cluster}:alive";
    private ConnectionMultiplexer? _redis;

    public override IReadOnlyList<EndPoint> EndPoints { get; } = [.. ConfigurationOptions.Parse(connection).EndPoints];

    public override string Name => $"Redis at {string.Join(", ", EndPoints)}";

    public override async Task InitializeAsync(CancellationToken cancellationToken)
    {
        var options = ConfigurationOptions.Parse(connection);
        options.ClientName = "s7opcbridge";
        options.AbortOnConnectFail = false;
        options.BacklogPolicy = BacklogPolicy.FailFast;
        // A server that comes back is to be noticed within a second.
        options.HeartbeatInterval = TimeSpan.FromMilliseconds(500);
        options.ReconnectRetryPolicy = new LinearRetry(100);
        _redis ??= await ConnectionMultiplexer.ConnectAsync(options).WaitAsync(cancellationToken).ConfigureAwait(false);
        var persistence = await InfoAsync("persistence", cancellationToken).ConfigureAwait(false);
        if (persistence.Contains("aof_enabled:0", StringComparison.Ordinal))
            throw new ClusterStoreException(
                $"{Name} keeps no log of its writes (appendonly no). If it restarted, it would have forgotten the members, and two clusters would work for the "
                    + "same PLCs. Set appendonly yes there, or take another store."
            );
        var memory = await InfoAsync("memory", cancellationToken).ConfigureAwait(false);
        if (memory.Contains("maxmemory_policy:allkeys", StringComparison.Ordinal))
            throw new ClusterStoreException(
                $"{Name} throws keys away when its memory is full (maxmemory-policy allkeys-…), the cluster's members too. Set maxmemory-policy noeviction "
                    + "there, or take another store."
            );
    }

    public override async Task<StoredTable> ReadAsync(CancellationToken cancellationToken)
    {
        var parts = (RedisResult[])
            (await Database.ScriptEvaluateAsync(ReadScript, [_table, _alive]).WaitAsync(cancellationToken).ConfigureAwait(false))!;
        var table = (RedisValue[])parts[0]!;
        var alive = (RedisValue[])parts[1]!;
        var now = (long[])parts[2]!;
        var times = new Dictionary<string, DateTime>();
        for (var i = 0; i + 1 < alive.Length; i += 2)
            times[alive[i]!] = DateTime.UnixEpoch.AddMilliseconds((long)alive[i + 1]);
        var clock = DateTime.UnixEpoch.AddMilliseconds((now[0] * 1000) + (now[1] / 1000));
        return new StoredTable(table[0].IsNull ? 0 : (int)table[0], (string?)table[1] ?? "", times, clock);
    }

    public override async Task<bool> TryReplaceAsync(int expectedVersion, int version, string rows, CancellationToken cancellationToken) =>
        (int)
            await Database
                .ScriptEvaluateAsync(
                    ReplaceScript,
                    [_table, _alive],
                    [expectedVersion.ToString(CultureInfo.InvariantCulture), version, rows]
                )
                .WaitAsync(cancellationToken)
                .ConfigureAwait(false) == 1;

    public override Task SetAliveAsync(string silo, CancellationToken cancellationToken) =>
        Database.ScriptEvaluateAsync(AliveScript, [_alive], [silo]).WaitAsync(cancellationToken);

    public override Task DeleteAsync(CancellationToken cancellationToken) =>
        Database.KeyDeleteAsync([_table, _alive]).WaitAsync(cancellationToken);

    public override async ValueTask DisposeAsync()
    {
        if (_redis is { } redis)
            await redis.DisposeAsync().ConfigureAwait(false);
    }

    private async Task<string> InfoAsync(string section, CancellationToken cancellationToken) =>
        (string?)await Database.ExecuteAsync("INFO", section).WaitAsync(cancellationToken).ConfigureAwait(false) ?? "";

    private IDatabase Database => (_redis ?? throw new InvalidOperationException("Not connected yet.")).GetDatabase();
}
