using S7OpcBridge.Cluster.Tests.Programs;

namespace S7OpcBridge.Cluster.Tests.Nodes;

/// <summary>Real processes that are killed, frozen and stopped, on a real Redis.</summary>
[Parallelizable]
internal sealed class FailureTests
{
    [Test]
    [CancelAfter(120_000)]
    public async Task Whatever_happens_to_a_node_no_PLC_ever_has_two_owners(CancellationToken cancellationToken)
    {
        await using var redis = await RedisServer.StartAsync(cancellationToken);
        await using var group = new NodeGroup($"redis:{redis.Connection}");
        var (a, b, c) = (group.Start("a"), group.Start("b"), group.Start("c"));
        await group.UntilSharedAsync(cancellationToken, a, b, c);

        await c.KillAsync(cancellationToken);
        await group.UntilSharedAsync(cancellationToken, a, b);

        c = group.Start("c");
        await group.UntilSharedAsync(cancellationToken, a, b, c);

        b.Freeze();
        await group.UntilSharedAsync(cancellationToken, a, c);
        b.Thaw();
        await group.UntilSharedAsync(cancellationToken, a, b, c);

        await a.StopAsync(cancellationToken);
        await group.UntilSharedAsync(cancellationToken, b, c);
        Assert.That(group.TwoOwners(), Is.Empty, group.Log);
    }

    [Test]
    [CancelAfter(120_000)]
    public async Task With_the_members_in_PostgreSQL_a_killed_node_is_replaced_and_no_PLC_has_two_owners(
        CancellationToken cancellationToken
    )
    {
        await using var postgres = await PostgresServer.StartAsync(cancellationToken);
        await using var group = new NodeGroup($"postgres:{postgres.Connection}");
        var (a, b, c) = (group.Start("a"), group.Start("b"), group.Start("c"));
        await group.UntilSharedAsync(cancellationToken, a, b, c);

        await c.KillAsync(cancellationToken);
        await group.UntilSharedAsync(cancellationToken, a, b);
        c = group.Start("c");
        await group.UntilSharedAsync(cancellationToken, a, b, c);
        Assert.That(group.TwoOwners(), Is.Empty, group.Log);
    }
}
