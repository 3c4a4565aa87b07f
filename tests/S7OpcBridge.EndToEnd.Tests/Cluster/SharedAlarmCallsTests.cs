using S7OpcBridge.Cluster.Tests.Programs;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What users do with alarms at one node of a cluster, seen at the other: through a reload, a node that is killed, and its return.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable, Platform("Linux")]
public sealed class SharedAlarmCallsTests
{
    private const string Hour = "3600000";

    [Test]
    public async Task All_that_users_do_with_alarms_holds_at_both_nodes_through_a_reload_a_kill_and_a_restart(
        CancellationToken cancellationToken
    )
    {
        await Interop.RequireAsync("node-opcua-client");
        await using var redis = await RedisServer.StartAsync(cancellationToken);
        await using var plant = new ClusterPlant(
            plcs: 1,
            nodes: 2,
            $"{{ redis: \"{redis.Connection}\" }}",
            tags: "\n" + Tags("Overload", "Pump", "Door", "Fan", "Heater"),
            more: "alarms: { classes: { Errors: { severity: 800, ack: true, confirm: true } } }"
        );
        await plant.HealAsync(cancellationToken);
        var owner = (await plant.OwnersAsync(plant.Nodes[0], cancellationToken))[0];
        var (a, b) = plant.Nodes[0].Name == owner ? (plant.Nodes[0], plant.Nodes[1]) : (plant.Nodes[1], plant.Nodes[0]);

        var came = new Seen(Active: true, Acked: false, Confirmed: true, "Unshelved", Comment: null);
        await using (var atA = await ConnectAsync(a, cancellationToken))
        {
            plant.Poke(0, 12, 0b1_1111);
            foreach (var name in (string[])["Overload", "Pump", "Door", "Fan", "Heater"])
                await BothShowAsync(name, came);

            await CallAsync(atA, "ack Overload seen", cancellationToken);
            await CallAsync(atA, "confirm Overload mended", cancellationToken);
            await CallAsync(atA, "ack Pump seen", cancellationToken);
            await CallAsync(atA, $"shelve Door {Hour}", cancellationToken);
            await CallAsync(atA, "disable Fan", cancellationToken);
            await CallAsync(atA, "comment Heater called", cancellationToken);
            await CallAsync(atA, "oneshot Heater", cancellationToken);
            await BothShowAsync("Overload", came with { Acked = true, Comment = "mended" });
            await BothShowAsync("Pump", came with { Acked = true, Confirmed = false, Comment = "seen" });
            await BothShowAsync("Door", came with { Shelving = "Timed Shelved" });
            await BothShowAsync("Fan", null);
            await BothShowAsync("Heater", came with { Shelving = "One Shot Shelved", Comment = "called" });

            // A has read its map again, B has not yet: what is done meanwhile holds at both as well.
            plant.WriteMap(a, Tags("New"));
            await plant.UntilAsync(
                states => states.All(state => state is not null && state.Troubles().Any(trouble => trouble.Contains("another map"))),
                "Both say that the maps differ",
                cancellationToken
            );
            await CallAsync(atA, "ack Door later", cancellationToken);
            await BothShowAsync("Door", came with { Acked = true, Confirmed = false, Shelving = "Timed Shelved", Comment = "later" });
            plant.WriteMap(b, Tags("New"));
            await plant.UntilAsync(
                states => states.All(state => state is { Nodes.Count: 2 } known && known.Troubles().Count == 0),
                "The maps are the same",
                cancellationToken
            );
            plant.Poke(0, 12, 0b11_1111);
            await BothShowAsync("New", came);
        }

        await a.KillAsync(cancellationToken);
        await plant.UntilAsync(
            states => states.All(state => state is { Nodes.Count: 1, OwnPlcs: 1, MissingPlcs: 0 }),
            "B reads the PLC",
            cancellationToken
        );
        await ShowsAsync(b, "Overload", came with { Acked = true, Comment = "mended" });
        await ShowsAsync(b, "Pump", came with { Acked = true, Confirmed = false, Comment = "seen" });
        await ShowsAsync(b, "Door", came with { Acked = true, Confirmed = false, Shelving = "Timed Shelved", Comment = "later" });
        await ShowsAsync(b, "Fan", null);
        await ShowsAsync(b, "Heater", came with { Shelving = "One Shot Shelved", Comment = "called" });

        // What B is told while A is away, A learns when it is back; its own file is older.
        await using (var atB = await ConnectAsync(b, cancellationToken))
        {
            await CallAsync(atB, "confirm Pump mended", cancellationToken);
            await CallAsync(atB, "unshelve Door", cancellationToken);
            await CallAsync(atB, "enable Fan", cancellationToken);
            plant.Poke(0, 12, 0b10_1111);
            await ShowsAsync(b, "Heater", came with { Active = false, Comment = "called" });
        }
        await plant.HealAsync(cancellationToken);
        await BothShowAsync("Overload", came with { Acked = true, Comment = "mended" });
        await BothShowAsync("Pump", came with { Acked = true, Comment = "mended" });
        await BothShowAsync("Door", came with { Acked = true, Confirmed = false, Comment = "later" });
        await BothShowAsync("Fan", came);
        await BothShowAsync("Heater", came with { Active = false, Comment = "called" });
        await BothShowAsync("New", came);

        async Task BothShowAsync(string name, Seen? wanted)
        {
            await ShowsAsync(a, name, wanted);
            await ShowsAsync(b, name, wanted);
        }

        async Task ShowsAsync(ClusterPlantNode node, string name, Seen? wanted)
        {
            Seen? last = null;
            try
            {
                await Poll.UntilAsync(
                    async () => last = await ReadAsync(node, name, cancellationToken),
                    seen => seen == wanted,
                    cancellationToken
                );
            }
            catch (OperationCanceledException)
            {
                Assert.Fail($"{name} at {node.Name} is {last}, not {wanted}\n{plant.Log()}");
            }
        }
    }

    // Alarms of the bits of byte 12, in the order of this list.
    private static string Tags(params string[] names) =>
        string.Concat(
            names.Select(
                (name, index) =>
                    $"      - {{ name: {name}, address: DB1.DBX12.{(name == "New" ? 5 : index)}, scan: fast, alarm: {{ class: Errors, text: {name} }} }}\n"
            )
        );

    private static async Task<ChildProgram> ConnectAsync(ClusterPlantNode node, CancellationToken cancellationToken)
    {
        var client = Interop.Start("ua-alarm-list.js", node.Endpoint, "en");
        await client.LineAsync(line => line == "READY", cancellationToken);
        return client;
    }

    private static async Task CallAsync(ChildProgram client, string call, CancellationToken cancellationToken)
    {
        var words = call.Split(' ', 3);
        await client.SendLineAsync($"{words[0]} Line1/{words[1]}/_Alarm {(words.Length > 2 ? words[2] : "")}".TrimEnd());
        var answer = await client.LineAsync(line => line.StartsWith("CALLED ", StringComparison.Ordinal), cancellationToken);
        Assert.That(answer, Is.EqualTo("CALLED Good"), call);
    }

    // Null: it is disabled.
    private static async Task<Seen?> ReadAsync(ClusterPlantNode node, string name, CancellationToken cancellationToken)
    {
        var parts = (string[])
            ["EnabledState/Id", "ActiveState/Id", "AckedState/Id", "ConfirmedState/Id", "ShelvingState/CurrentState", "Comment"];
        var values = await node.ReadAsync(cancellationToken, [.. parts.Select(part => new NodeId(2, $"Line1/{name}/_Alarm/{part}"))]);
        if (values[0].Status.IsGood && values[0].Value.Bits == 0)
            return null;
        return new Seen(
            values[1].Value.Bits != 0,
            values[2].Value.Bits != 0,
            values[3].Value.Bits != 0,
            TextOf(values[4]) ?? "",
            TextOf(values[5])
        );
    }

    private static string? TextOf(in DataValue value) => (value.Value.Reference as LocalizedText?)?.Text;

    private sealed record Seen(bool Active, bool Acked, bool Confirmed, string Shelving, string? Comment);
}
