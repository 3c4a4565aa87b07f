namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Two nodes without a database: the list of nodes is kept by <c>s7opcbridge witness</c>, a third process.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable, Platform("Linux")]
public sealed class TwoNodesTests
{
    [Test]
    public async Task With_a_witness_either_node_goes_on_alone_and_without_it_both_go_on(CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-witness-").FullName;
        var address = $"127.0.0.1:{Testing.FreePort.Next()}";
        try
        {
            await using var plant = new ClusterPlant(plcs: 4, nodes: 2, $"{{ witness: \"{address}\" }}");
            var secret = Path.Combine(plant.Nodes[0].Folder, "cluster.txt");
            var witness = Bridge.Start(folder, "witness", "--listen", address, "--store", "nodes.db", "--secret", secret);
            try
            {
                await plant.HealAsync(cancellationToken);
                foreach (var node in plant.Nodes)
                {
                    await node.KillAsync(cancellationToken);
                    var other = plant.Nodes.Single(each => each != node);
                    await plant.UntilAsync(
                        states =>
                            states.All(state =>
                                state is { Nodes.Count: 1, OwnPlcs: 4, MissingPlcs: 0 } known
                                && known.Troubles() is [var only]
                                && only.StartsWith($"Node {node.Name} is missing since ", StringComparison.Ordinal)
                            ),
                        $"{other.Name} reads all PLCs and misses {node.Name} alone",
                        cancellationToken
                    );
                    await plant.HealAsync(cancellationToken);
                }

                // Without the witness all goes on; who fails is replaced when it is back.
                await witness.DisposeAsync();
                await plant.UntilAsync(
                    states => states.All(state => state is { StoreFault: not null, Fence: null }),
                    "Both miss the witness",
                    cancellationToken
                );
                var reads = plant.Gates.Select(gate => gate.Reads).ToArray();
                await plant.UntilAsync(
                    _ => plant.Gates.Select((gate, plc) => gate.Reads - reads[plc]).All(more => more > 20),
                    "Both go on",
                    cancellationToken
                );
                witness = Bridge.Start(folder, "witness", "--listen", address, "--store", "nodes.db", "--secret", secret);
                await plant.HealAsync(cancellationToken);
                await plant.Nodes[0].KillAsync(cancellationToken);
                await plant.UntilAsync(
                    states => states.All(state => state is { Nodes.Count: 1, OwnPlcs: 4 }),
                    "The other takes over again",
                    cancellationToken
                );
                Assert.That(plant.OfSecondOwners, Is.Zero, plant.Log());
            }
            finally
            {
                await witness.DisposeAsync();
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
