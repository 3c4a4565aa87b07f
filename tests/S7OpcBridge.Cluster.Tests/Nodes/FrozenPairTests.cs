using System.Net;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Cluster.Fencing;
using S7OpcBridge.Cluster.Tests.Programs;

namespace S7OpcBridge.Cluster.Tests.Nodes;

/// <summary>Two nodes and a witness: one stands still, and the other takes over on its own vote.</summary>
[Parallelizable]
internal sealed class FrozenPairTests
{
    // A busy machine is slower than the times that are set; a vote that waits for a second voter never comes.
    private const int Slowness = 3;

    [Test]
    [CancelAfter(120_000)]
    public async Task Either_of_two_nodes_takes_over_from_a_frozen_one_after_the_times_that_are_set(CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("s7witness");
        try
        {
            await using var witness = await WitnessServer.StartAsync(
                new IPEndPoint(IPAddress.Loopback, 0),
                Path.Combine(folder.FullName, "nodes.json"),
                "secret",
                TimeProvider.System,
                NullLogger.Instance,
                cancellationToken
            );
            await using var group = new NodeGroup($"witness:{witness.Endpoint}");
            var (a, b) = (group.Start("a"), group.Start("b"));
            await group.UntilSharedAsync(cancellationToken, a, b);
            foreach (var (frozen, other) in ((NodeProcess, NodeProcess)[])[(a, b), (b, a), (a, b)])
            {
                frozen.Freeze();
                var from = TimeProvider.System.GetTimestamp();
                await group.UntilSharedAsync(cancellationToken, other);
                var took = TimeProvider.System.GetElapsedTime(from);
                TestContext.Out.WriteLine($"{other.Name} took over after {took.TotalSeconds:0.00} s.");
                Assert.That(took, Is.LessThan(LeaseTimes.Failover * Slowness), group.Log);
                frozen.Thaw();
                await group.UntilSharedAsync(cancellationToken, a, b);
            }
            Assert.That(group.TwoOwners(), Is.Empty, group.Log);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
