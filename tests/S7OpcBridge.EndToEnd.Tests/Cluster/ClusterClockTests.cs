namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A node whose time of day is wrong, beside others: membership and ownership go by clocks that do not jump, and by the store's time.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable, Platform("Linux")]
public sealed class ClusterClockTests
{
    [Test]
    public async Task A_node_whose_clock_jumps_goes_on_finds_dead_nodes_and_no_PLC_gets_a_second_owner(CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-witness-").FullName;
        var address = $"127.0.0.1:{Testing.FreePort.Next()}";
        try
        {
            using var clock = await WallClock.MakeAsync(cancellationToken);
            await using var plant = new ClusterPlant(plcs: 4, nodes: 2, $"{{ witness: \"{address}\" }}");
            plant.Nodes[1].Environment = clock.Environment;
            await using var witness = Bridge.Start(
                folder,
                "witness",
                "--listen",
                address,
                "--store",
                "nodes.db",
                "--secret",
                Path.Combine(plant.Nodes[0].Folder, "cluster.txt")
            );
            await plant.HealAsync(cancellationToken);
            foreach (var minutes in new[] { 24 * 60, -20 })
            {
                clock.Set(TimeSpan.FromMinutes(minutes));
                var reads = plant.Gates.Select(gate => gate.Reads).ToArray();
                await plant.UntilAsync(
                    _ => plant.Gates.Select((gate, plc) => gate.Reads - reads[plc]).All(more => more > 40),
                    "All PLCs are read on",
                    cancellationToken
                );
                await plant.HealAsync(cancellationToken);
            }

            // It leaves when its clock was set back, and joins again; nobody takes its slow clock for a join that lasts too long.
            Assert.That(plant.Log().Split("declared it dead").Length - 1, Is.LessThan(3), plant.Log());

            // While the clock is wrong a node that dies is found dead as ever.
            clock.Set(TimeSpan.FromMinutes(30));
            await plant.Nodes[0].KillAsync(cancellationToken);
            await plant.UntilAsync(
                states => states.All(state => state is { Nodes.Count: 1, OwnPlcs: 4 }),
                "The other takes over",
                cancellationToken
            );
            Assert.That(plant.OfSecondOwners, Is.Zero, plant.Log());
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
