using System.Globalization;
using S7OpcBridge.Cluster.Tests.Programs;

namespace S7OpcBridge.Cluster.Tests.Nodes;

/// <summary>Nodes on machines of their own (network namespaces), of which one's cable is pulled.</summary>
[Parallelizable]
internal sealed class NetworkCutTests
{
    private const int Port = 11111;

    [Test]
    [CancelAfter(120_000)]
    public async Task A_node_that_is_cut_off_stops_before_the_others_take_over(CancellationToken cancellationToken)
    {
        using var networks = Networks.Create();
        await using var redis = await RedisServer.StartAsync(networks.Add(9), Networks.AddressOf(9), cancellationToken);
        await using var group = new NodeGroup($"redis:{redis.Connection}");
        var folder = Directory.CreateTempSubdirectory("s7cut");
        try
        {
            var (a, b) = (Start(1, "a"), Start(2, "b"));
            await group.UntilSharedAsync(cancellationToken, a, b);
            networks.Pull(2);
            await group.UntilSharedAsync(cancellationToken, a);
            Assert.That(b.Owned, Is.Zero, group.Log);
            networks.Plug(2);
            await group.UntilSharedAsync(cancellationToken, a, b);

            // Of three, too.
            var c = Start(3, "c");
            await group.UntilSharedAsync(cancellationToken, a, b, c);
            networks.Pull(1);
            await group.UntilSharedAsync(cancellationToken, b, c);
            Assert.That(a.Owned, Is.Zero, group.Log);
            networks.Plug(1);
            await group.UntilSharedAsync(cancellationToken, a, b, c);
            Assert.That(group.TwoOwners(), Is.Empty, group.Log);

            NodeProcess Start(int number, string name) =>
                group.Add(
                    NodeProcess.Start(
                        name,
                        string.Create(CultureInfo.InvariantCulture, $"{Networks.AddressOf(number)}:{Port}"),
                        $"redis:{redis.Connection}",
                        folder,
                        networks.Add(number)
                    )
                );
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
