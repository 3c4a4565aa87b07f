using S7OpcBridge.Cluster.Tests.Programs;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Nodes;

/// <summary>The store of the members stops, and comes back with its data or without.</summary>
[Parallelizable]
internal sealed class StoreLossTests
{
    // Longer than each time after which something might happen: leases, the age at which a row counts as stale is 15 s.
    private static readonly TimeSpan Down = TimeSpan.FromSeconds(17);

    [Test]
    [CancelAfter(120_000)]
    public async Task Nobody_notices_that_the_store_is_down_and_a_store_that_lost_its_data_makes_no_second_cluster(
        CancellationToken cancellationToken
    )
    {
        await using var redis = await RedisServer.StartAsync(cancellationToken);
        await using var group = new NodeGroup($"redis:{redis.Connection}");
        var (a, b, c) = (group.Start("a"), group.Start("b"), group.Start("c"));
        await group.UntilSharedAsync(cancellationToken, a, b, c);

        await redis.KillAsync(cancellationToken);
        var before = ((NodeProcess[])[a, b, c]).Select(static node => node.Ticks().Last().Owned).ToArray();
        var from = TimeProvider.System.GetTimestamp();
        await Task.Delay(Down, TimeProvider.System, cancellationToken);
        NodeProcess[] all = [a, b, c];
        for (var i = 0; i < all.Length; i++)
            Assert.That(
                all[i].Ticks().Where(tick => tick.Time >= from).Select(static tick => tick.Owned),
                Is.All.EqualTo(before[i]),
                group.Log
            );

        // A node that dies now can't be replaced before the store is back.
        await c.KillAsync(cancellationToken);
        await redis.StartAgainAsync(cancellationToken);
        await group.UntilSharedAsync(cancellationToken, a, b);

        await redis.KillAsync(cancellationToken);
        redis.Forget();
        await redis.StartAgainAsync(cancellationToken);
        NodeProcess[] left = [a, b];
        await Poll.UntilAsync(
            () => left.All(static node => node.Log.Contains("against its will", StringComparison.Ordinal)),
            cancellationToken
        );
        await group.UntilSharedAsync(cancellationToken, a, b);
        c = group.Start("c");
        await group.UntilSharedAsync(cancellationToken, a, b, c);
        Assert.That(group.TwoOwners(), Is.Empty, group.Log);
    }
}
