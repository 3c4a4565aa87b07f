using System.Diagnostics;
using S7OpcBridge.Testing;
using S7OpcBridge.Web;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Two nodes whose witness is away for longer than anybody waits for it, or has no room on its disk.</summary>
[TestFixture, CancelAfter(180_000), Platform("Linux"), Parallelizable]
public sealed class AbsentWitnessTests
{
    private const int Plcs = 4;

    // Longer than whatever ends when the list of nodes is away:
    //   leases (LeaseTimes): 1.5 s on the other node's word, 0.7 s on the list's, 3 s alone, 2.5 s for a new list; a question to the list is given up after 3 s
    //   WitnessTable: 10 s for an answer of the witness; WitnessServer: 60 s without a question, after which it closes the connection
    //   links between nodes: 10 s without a confirmation
    //   Orleans, as NodeSilo sets it: probes up to 0.8 s, three of them; answers 3 s; the list is read every 2 s; a row is stale after 3 x 5 s
    //   Orleans' own: the health of a silo is judged over 10 s
    // Longer are only times that no running member waits for: 2 minutes for joining, 2 minutes until a vote is forgotten, an hour and a day for clearing
    // away the rows of the dead.
    private static readonly TimeSpan Away = TimeSpan.FromSeconds(65);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("s7opcbridge-witness-");
    private readonly string _address = $"127.0.0.1:{FreePort.Next()}";

    [OneTimeTearDown]
    public void Forget() => _folder.Delete(recursive: true);

    [Test]
    public async Task A_witness_that_is_away_for_longer_than_every_timeout_goes_unnoticed(CancellationToken cancellationToken)
    {
        await using var plant = new ClusterPlant(Plcs, nodes: 2, $"{{ witness: \"{_address}\" }}");
        await using (StartWitness(plant, "away.db"))
        {
            await ShareAsync(plant, cancellationToken);
            // PLCs that were handed over are read by their new owner.
            var reads = plant.Gates.Select(gate => gate.Reads).ToArray();
            await Poll.UntilAsync(() => plant.Gates.Zip(reads).All(each => each.First.Reads > each.Second + 20), cancellationToken);
        }
        var began = TimeProvider.System.GetTimestamp();
        var connections = plant.Gates.Select(gate => gate.Connections).ToArray();
        var logged = plant.Nodes.Select(node => node.Program.Output.Length).ToArray();
        await using var first = await Subscriber.SubscribeAsync(plant.Nodes[0].Endpoint, 100, cancellationToken, Counters);
        await using var second = await Subscriber.SubscribeAsync(plant.Nodes[1].Endpoint, 100, cancellationToken, Counters);
        await plant.UntilAsync(
            states => states.All(state => state is { StoreFault: not null }),
            "Both miss the witness",
            cancellationToken
        );
        do
        {
            foreach (var node in plant.Nodes)
            {
                var state = await node.StateAsync(cancellationToken);
                Assert.That(
                    state is { Fence: null, MissingPlcs: 0, Nodes.Count: 2, StoreFault: not null },
                    Is.True,
                    $"{state}\n{plant.Log()}"
                );
            }
            for (var plc = 0; plc < Plcs; plc++)
                await Task.WhenAll(first.FlowAsync(plc, cancellationToken), second.FlowAsync(plc, cancellationToken));
        } while (TimeProvider.System.GetElapsedTime(began) < Away);

        foreach (var client in (Subscriber[])[first, second])
        {
            Assert.That((client.Gaps, client.Ended), Is.EqualTo((0, (Exception?)null)));
            for (var plc = 0; plc < Plcs; plc++)
            {
                // A subscription begins with what the server knows at that moment.
                Assert.That(
                    client.Of(plc).Select(value => value.Status.IsGood),
                    Is.All.True,
                    $"Line{plc + 1} was good all the time\n{plant.Log()}"
                );
                Assert.That(client.NumbersOf(plc), Is.Ordered, $"Line{plc + 1}");
            }
        }
        Assert.That(
            plant.Gates.Select(gate => gate.Connections),
            Is.EqualTo(connections),
            $"no connection to a PLC was lost\n{plant.Log()}"
        );
        foreach (var (node, length) in plant.Nodes.Zip(logged))
            Assert.That(
                node.Program.Output[length..],
                Does.Not.Contain("No PLC is read or written by this node").And.Not.Contain("left the cluster")
            );

        await using var back = StartWitness(plant, "away.db");
        await plant.HealAsync(cancellationToken);
        Assert.That(
            plant.Gates.Select(gate => gate.Connections),
            Is.EqualTo(connections),
            $"nor when the witness came back\n{plant.Log()}"
        );
        Assert.That(plant.OfSecondOwners, Is.Zero, plant.Log());
    }

    [Test]
    public async Task A_witness_with_a_full_disk_says_so_and_replaces_a_node_as_soon_as_there_is_room(CancellationToken cancellationToken)
    {
        await using var plant = new ClusterPlant(Plcs, nodes: 2, $"{{ witness: \"{_address}\" }}");
        await using var witness = StartWitness(plant, "full.db");
        await ShareAsync(plant, cancellationToken);
        var (alive, dead) = (plant.Nodes[0], plant.Nodes[1]);
        var owners = await plant.OwnersAsync(alive, cancellationToken);
        await LimitFilesAsync(witness, "0");
        var kept = await File.ReadAllTextAsync(Path.Combine(_folder.FullName, "full.db"), cancellationToken);
        await dead.KillAsync(cancellationToken);
        await witness.LineAsync(line => line.Contains("The witness can't write its file", StringComparison.Ordinal), cancellationToken);

        // Nobody takes over, what is there goes on, and the file is whole.
        var reads = plant.Gates.Select(gate => gate.Reads).ToArray();
        var own = Enumerable.Range(0, Plcs).Where(plc => owners[plc] == alive.Name).ToArray();
        await plant.UntilAsync(
            states =>
                states[0] is { Fence: null, Nodes.Count: 2 } state
                && Tells(state, dead)
                && own.All(plc => plant.Gates[plc].Reads - reads[plc] > 20),
            "The other node goes on with its own PLCs and says that the others are missing",
            cancellationToken
        );
        Assert.That(Enumerable.Range(0, Plcs).Except(own).Select(plc => plant.Gates[plc].Reads - reads[plc]), Is.All.Zero, plant.Log());
        Assert.That(await File.ReadAllTextAsync(Path.Combine(_folder.FullName, "full.db"), cancellationToken), Is.EqualTo(kept));

        await LimitFilesAsync(witness, "unlimited");
        await plant.UntilAsync(
            states => states[0] is { Nodes.Count: 1, OwnPlcs: Plcs, Missing.Count: 1 } state && state.Troubles().Count == 1,
            "The other node takes over",
            cancellationToken
        );
        await plant.HealAsync(cancellationToken);
        Assert.That(plant.OfSecondOwners, Is.Zero, plant.Log());
    }

    // On a busy machine one node may read all for a while, when both are there already. By the names Line3 becomes the first node's, the others the second's.
    private static async Task ShareAsync(ClusterPlant plant, CancellationToken cancellationToken)
    {
        await plant.HealAsync(cancellationToken);
        await plant.UntilAsync(
            states => states is [{ OwnPlcs: 1 }, { OwnPlcs: 3 }] && states.All(state => state!.Troubles().Count == 0),
            "Each node reads its own PLCs",
            cancellationToken
        );
    }

    private static string[] Counters => [.. Enumerable.Range(1, Plcs).Select(number => $"Line{number}/Count")];

    private static bool Tells(ClusterState state, ClusterPlantNode dead) =>
        state.Troubles().Any(trouble => trouble.StartsWith($"No values arrive from node {dead.Name}", StringComparison.Ordinal));

    // A file that would become longer than the shell's limit is refused as on a full disk, where the signal for that is ignored.
    private ChildProgram StartWitness(ClusterPlant plant, string store) =>
        ChildProgram.Start(
            "bash",
            _folder.FullName,
            "-c",
            $"trap '' XFSZ; exec {TestedProgram.Line} witness "
                + $"--listen {_address} --store {store} --secret {Path.Combine(plant.Nodes[0].Folder, "cluster.txt")}"
        );

    private static async Task LimitFilesAsync(ChildProgram program, string bytes)
    {
        using var limit = Process.Start("prlimit", ["--pid", $"{program.Id}", $"--fsize={bytes}:unlimited"]);
        await limit.WaitForExitAsync();
        Assert.That(limit.ExitCode, Is.Zero);
    }
}
