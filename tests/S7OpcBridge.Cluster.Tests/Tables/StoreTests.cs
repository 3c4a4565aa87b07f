using System.Net;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Cluster.Tests.Programs;

namespace S7OpcBridge.Cluster.Tests.Tables;

/// <summary>What every store must do, on the real servers.</summary>
[Parallelizable]
internal sealed class StoreTests
{
    [Test]
    [CancelAfter(60_000)]
    public async Task Redis_keeps_a_table(CancellationToken cancellationToken)
    {
        await using var redis = await RedisServer.StartAsync(cancellationToken);
        await KeepsATableAsync(new RedisStore(redis.Connection), cancellationToken);
    }

    [Test]
    [CancelAfter(60_000)]
    public async Task PostgreSQL_keeps_a_table(CancellationToken cancellationToken)
    {
        await using var postgres = await PostgresServer.StartAsync(cancellationToken);
        await KeepsATableAsync(new PostgresStore(postgres.Connection), cancellationToken);
        await postgres.ExecuteAsync(
            "CREATE USER guest; REVOKE ALL ON SCHEMA public FROM PUBLIC; DROP TABLE s7opcbridge_cluster",
            cancellationToken
        );
        await using var guest = new PostgresStore(
            postgres.Connection.Replace("Username=bridge", "Username=guest", StringComparison.Ordinal)
        ).Open("plant");
        var refused = await Assert.ThrowsAsync<ClusterStoreException>(async () => await guest.InitializeAsync(cancellationToken));
        Assert.That(refused!.Message, Does.Contain("deploy/cluster/postgres.sql"));
    }

    [TestCase("appendonly yes", "--appendonly", "no")]
    [TestCase("maxmemory-policy noeviction", "--appendonly", "yes", "--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru")]
    [CancelAfter(60_000)]
    public async Task A_Redis_that_may_forget_the_members_is_refused(string advice, params object[] settings)
    {
        var cancellationToken = TestContext.CurrentContext.CancellationToken;
        await using var redis = await RedisServer.StartAsync(cancellationToken, [.. settings.OfType<string>()]);
        await using var store = new RedisStore(redis.Connection).Open("plant");
        var refused = await Assert.ThrowsAsync<ClusterStoreException>(async () => await store.InitializeAsync(cancellationToken));
        Assert.That(refused!.Message, Does.Contain(advice));
    }

    [Test]
    [CancelAfter(60_000)]
    public async Task A_witness_keeps_a_table_and_still_has_it_after_it_was_started_again(CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("s7witness");
        try
        {
            var file = Path.Combine(folder.FullName, "witness.json");
            var witness = await StartWitnessAsync(file, 0, cancellationToken);
            var address = (IPEndPoint)witness.Endpoint;
            await KeepsATableAsync(new WitnessStore(address, "secret"), cancellationToken);
            await using var store = new WitnessStore(address, "secret").Open("plant");
            Assert.That(await store.TryReplaceAsync(0, 7, "{\"founded\":\"2026-01-01T00:00:00Z\",\"rows\":[]}", cancellationToken));
            await witness.DisposeAsync();
            if (!OperatingSystem.IsWindows())
                Assert.That(File.GetUnixFileMode(file), Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite), "for its owner alone");

            await using var again = await StartWitnessAsync(file, address.Port, cancellationToken);
            Assert.That((await store.ReadAsync(cancellationToken)).Version, Is.EqualTo(7));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Test]
    [CancelAfter(60_000)]
    public async Task A_witness_refuses_a_wrong_secret_and_a_damaged_file(CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("s7witness");
        try
        {
            await using (var witness = await StartWitnessAsync(Path.Combine(folder.FullName, "good.json"), 0, cancellationToken))
            {
                await using var store = new WitnessStore(witness.Endpoint, "guess").Open("plant");
                var refused = await Assert.ThrowsAsync<ClusterStoreException>(async () => await store.InitializeAsync(cancellationToken));
                Assert.That(refused!.Message, Does.Contain("this node has another secret"));
            }
            var damaged = Path.Combine(folder.FullName, "damaged.json");
            await File.WriteAllTextAsync(damaged, "{\"plant\": {\"vers", cancellationToken);
            var unusable = await Assert.ThrowsAsync<ClusterStoreException>(async () =>
                await StartWitnessAsync(damaged, 0, cancellationToken)
            );
            Assert.That(unusable!.Message, Does.Contain(damaged).And.Contain("stop all nodes"));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static Task<WitnessServer> StartWitnessAsync(string file, int port, CancellationToken cancellationToken) =>
        WitnessServer.StartAsync(
            new IPEndPoint(IPAddress.Loopback, port),
            file,
            "secret",
            TimeProvider.System,
            NullLogger.Instance,
            cancellationToken
        );

    private static async Task KeepsATableAsync(MembershipStore kind, CancellationToken cancellationToken)
    {
        await using var store = kind.Open("plant");
        await Task.WhenAll(store.InitializeAsync(cancellationToken), store.InitializeAsync(cancellationToken));
        var empty = await store.ReadAsync(cancellationToken);
        Assert.That((empty.Version, empty.Rows), Is.EqualTo((0, "")));

        // Of many who begin at once, one is first.
        static string Rows(int writer) => $$"""{"founded":"2026-01-01T00:00:00Z","rows":[],"writer":{{writer}}}""";
        var first = await Task.WhenAll(Enumerable.Range(0, 8).Select(i => store.TryReplaceAsync(0, 100 + i, Rows(i), cancellationToken)));
        Assert.That(first.Count(static done => done), Is.EqualTo(1));
        var winner = Array.IndexOf(first, true);
        var table = await store.ReadAsync(cancellationToken);
        Assert.That((table.Version, table.Rows), Is.EqualTo((100 + winner, Rows(winner))));
        var second = await Task.WhenAll(
            Enumerable.Range(0, 8).Select(i => store.TryReplaceAsync(table.Version, 200, Rows(i), cancellationToken))
        );
        Assert.That(second.Count(static done => done), Is.EqualTo(1));

        await store.SetAliveAsync("silo", cancellationToken);
        var seen = await store.ReadAsync(cancellationToken);
        Assert.Multiple(() =>
        {
            Assert.That(seen.Alive["silo"], Is.EqualTo(seen.Now).Within(TimeSpan.FromSeconds(10)));
            Assert.That(seen.Now, Is.EqualTo(TimeProvider.System.GetUtcNow().UtcDateTime).Within(TimeSpan.FromSeconds(10)));
            Assert.That(seen.Alive["silo"].Kind, Is.EqualTo(DateTimeKind.Utc));
        });

        await using var other = kind.Open("another");
        await other.InitializeAsync(cancellationToken);
        Assert.That((await other.ReadAsync(cancellationToken)).Version, Is.Zero);

        // A new connection reads what the old one wrote.
        await using var again = kind.Open("plant");
        await again.InitializeAsync(cancellationToken);
        Assert.That((await again.ReadAsync(cancellationToken)).Version, Is.EqualTo(200));
        await again.DeleteAsync(cancellationToken);
        Assert.That((await store.ReadAsync(cancellationToken)).Version, Is.Zero);
    }
}
