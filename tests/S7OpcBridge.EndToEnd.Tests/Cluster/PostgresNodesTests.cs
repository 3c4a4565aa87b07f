using S7OpcBridge.History.Tests;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Two nodes whose list of nodes is kept in a real PostgreSQL.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable, Platform("Linux")]
public sealed class PostgresNodesTests
{
    [Test]
    public async Task A_killed_node_is_replaced_and_a_server_that_is_away_only_delays_that(CancellationToken cancellationToken)
    {
        if (!Directory.Exists("/usr/lib/postgresql"))
            Interop.Missing("PostgreSQL is not on this machine: apt-get install -y postgresql");
        await using var server = await PostgresProcess.StartAsync(cancellationToken);
        await using var plant = new ClusterPlant(plcs: 4, nodes: 2, $"{{ postgres: \"{server.Connection}\" }}");
        await plant.HealAsync(cancellationToken);
        var (first, second) = (plant.Nodes[0], plant.Nodes[1]);
        await using (var client = await Subscriber.SubscribeAsync(second.Endpoint, 50, cancellationToken, Counters))
        {
            await first.KillAsync(cancellationToken);
            await ReadsAllAsync(plant, second, cancellationToken);
            for (var plc = 0; plc < Counters.Length; plc++)
            {
                await client.FlowAsync(plc, cancellationToken);
                Assert.That(client.NumbersOf(plc), Is.Ordered, $"Line{plc + 1}");
            }
            Assert.That((client.Gaps, client.Ended), Is.EqualTo((0, (Exception?)null)));
        }
        await plant.HealAsync(cancellationToken);

        await server.StopAsync(cancellationToken);
        await plant.UntilAsync(
            states => states.All(state => state is { StoreFault: not null, Fence: null, MissingPlcs: 0 }),
            "Both go on without the server",
            cancellationToken
        );
        await second.KillAsync(cancellationToken);
        await server.StartAgainAsync(cancellationToken);
        await ReadsAllAsync(plant, first, cancellationToken);
        await plant.HealAsync(cancellationToken);
        Assert.That(plant.OfSecondOwners, Is.Zero, plant.Log());
    }

    private static string[] Counters => [.. Enumerable.Range(1, 4).Select(number => $"Line{number}/Count")];

    private static Task ReadsAllAsync(ClusterPlant plant, ClusterPlantNode node, CancellationToken cancellationToken) =>
        plant.UntilAsync(
            states => states is [{ Nodes.Count: 1, OwnPlcs: 4, Missing.Count: 1 } state] && state.Troubles().Count == 1,
            $"{node.Name} reads all PLCs",
            cancellationToken
        );
}
