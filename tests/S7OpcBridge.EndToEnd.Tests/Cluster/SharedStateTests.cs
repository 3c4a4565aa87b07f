using System.Text.Json;
using S7OpcBridge.Cluster.Tests.Programs;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Alarms and history of a PLC at the node that does not read it, and after the node that did is gone.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable, Platform("Linux")]
public sealed class SharedStateTests
{
    private const string Alarm = "Line1/Overload/_Alarm";

    [Test]
    public async Task An_alarm_is_acknowledged_at_any_node_and_no_node_is_needed_to_know_what_was(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        await using var redis = await RedisServer.StartAsync(cancellationToken);
        await using var plant = new ClusterPlant(
            plcs: 2,
            nodes: 2,
            $"{{ redis: \"{redis.Connection}\" }}",
            ", history: { store: history }",
            """

                  - { name: Overload, address: DB1.DBX12.0, type: Bool, scan: fast, alarm: { text: Overload } }
                  - { name: Counted, address: DB1.DBD0, type: DInt, scan: fast, history: true }
            """
        );
        await plant.HealAsync(cancellationToken);
        var name = (await plant.OwnersAsync(plant.Nodes[0], cancellationToken))[0];
        var (owner, other) = plant.Nodes[0].Name == name ? (plant.Nodes[0], plant.Nodes[1]) : (plant.Nodes[1], plant.Nodes[0]);

        await using (var there = await ConnectAsync(owner, cancellationToken))
        await using (var here = await ConnectAsync(other, cancellationToken))
        {
            plant.Poke(0, 12, 1);
            var first = await UntilAsync(there, alarm => alarm is { Active: true, Acked: false }, plant, cancellationToken);
            var second = await UntilAsync(here, alarm => alarm is { Active: true, Acked: false }, plant, cancellationToken);
            Assert.That(second!.Time, Is.EqualTo(first!.Time), "both count it from the change of the value on");

            await here.SendLineAsync($"ack {Alarm} seen");
            Assert.That(
                await here.LineAsync(line => line.StartsWith("CALLED ", StringComparison.Ordinal), cancellationToken),
                Is.EqualTo("CALLED Good")
            );
            var acked = await UntilAsync(there, alarm => alarm is { Acked: true }, plant, cancellationToken);
            Assert.That((acked!.Active, acked.Comment), Is.EqualTo((true, "seen")));

            await owner.KillAsync(cancellationToken);
            await plant.UntilAsync(
                states => states.All(state => state is { Nodes.Count: 1, OwnPlcs: 2, MissingPlcs: 0 }),
                "The other node reads both PLCs",
                cancellationToken
            );
            var kept = await UntilAsync(here, alarm => alarm is { Quality: "Good" }, plant, cancellationToken);
            Assert.That((kept!.Active, kept.Acked, kept.Comment), Is.EqualTo((true, true, "seen")));
        }

        // The node that comes back without its file learns what was acknowledged.
        foreach (var file in Directory.GetFiles(owner.Folder, "*.alarms.json"))
            File.Delete(file);
        await plant.HealAsync(cancellationToken);
        await using (var there = await ConnectAsync(owner, cancellationToken))
            await UntilAsync(there, alarm => alarm is { Active: true, Acked: true, Comment: "seen" }, plant, cancellationToken);

        var values = await HistoryAsync(other, cancellationToken);
        var numbers = values.Where(value => value.Status == StatusCodes.Good).Select(value => value.Value.Bits).ToArray();
        Assert.That(numbers, Has.Length.GreaterThan(20), "also those that the node which was killed had read");
        Assert.That(values.Select(value => value.SourceTime), Is.Ordered.Ascending);
        var gaps = values.Count(value => value.Status == StatusCodes.BadDataLost);
        Assert.That(gaps, Is.InRange(1, 4), "nobody read the PLC until it was taken over");
        Assert.That(
            numbers.Zip(numbers.Skip(1)).Count(pair => pair.First == pair.Second),
            Is.LessThanOrEqualTo(gaps),
            "nothing is recorded twice"
        );
    }

    private static async Task<ChildProgram> ConnectAsync(ClusterPlantNode node, CancellationToken cancellationToken)
    {
        var client = Interop.Start("ua-alarm-list.js", node.Endpoint, "en");
        await client.LineAsync(line => line == "READY", cancellationToken);
        return client;
    }

    private static async Task<SeenAlarm?> UntilAsync(
        ChildProgram client,
        Func<SeenAlarm?, bool> wanted,
        ClusterPlant plant,
        CancellationToken cancellationToken
    )
    {
        SeenAlarm? last = null;
        try
        {
            return await Poll.UntilAsync(async () => last = await ListedAsync(client, cancellationToken), wanted, cancellationToken);
        }
        catch (OperationCanceledException)
        {
            Assert.Fail($"The client last saw {last}\n{plant.Log()}");
            return null;
        }
    }

    private static async Task<SeenAlarm?> ListedAsync(ChildProgram client, CancellationToken cancellationToken)
    {
        await client.SendLineAsync("list");
        var line = await client.LineAsync(line => line.StartsWith("LIST ", StringComparison.Ordinal), cancellationToken);
        var alarms = JsonSerializer.Deserialize<SeenAlarm[]>(line[5..], JsonSerializerOptions.Web)!;
        return Array.Find(alarms, alarm => alarm.Id == $"ns=2;s={Alarm}");
    }

    private static async Task<List<DataValue>> HistoryAsync(ClusterPlantNode node, CancellationToken cancellationToken)
    {
        await using var client = await UaTestClient.ConnectAsync(new Uri(node.Endpoint).Port, cancellationToken);
        var now = UaTime.Now(TimeProvider.System);
        var response = await client.CallAsync<HistoryReadResponse>(
            new HistoryReadRequest
            {
                HistoryReadDetails = ExtensionObject.From(
                    new ReadRawModifiedDetails { StartTime = now - TimeSpan.TicksPerHour, EndTime = now }
                ),
                TimestampsToReturn = TimestampsToReturn.Source,
                NodesToRead = [new HistoryReadValueId { NodeId = new NodeId(2, "Line1/Counted") }],
            },
            cancellationToken
        );
        Assert.That(response.Results[0].StatusCode.IsGood, Is.True, StatusCodes.NameOf(response.Results[0].StatusCode));
        return [.. ((HistoryData)response.Results[0].HistoryData!.Body!).DataValues];
    }

    private sealed record SeenAlarm(string Id, bool Active, bool Acked, string? Quality, string? Comment, string Time);
}
