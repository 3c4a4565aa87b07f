using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Server/PublishSubscribe of the running program: it shows what is published and how the broker stands.</summary>
[TestFixture, CancelAfter(300_000), Platform("Linux"), Parallelizable]
public sealed class PublishSubscribeNodesTests
{
    private const int Operational = 2;
    private static readonly NodeId State = new(1, "PubSub/edge01//Status/State");

    [Test]
    public async Task They_name_the_topics_on_which_messages_come_and_tell_the_truth_about_the_broker(CancellationToken cancellationToken)
    {
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        await using var bridge = await Bridge.StartAsync(MqttPlant.Map($"{{ broker: \"{broker.Url}\" }}"), cancellationToken);
        await using var listener = broker.Listen("#");
        await using var client = await UaTestClient.ConnectAsync(new Uri(bridge.Endpoint).Port, cancellationToken);
        await UntilAsync(state => state == Operational);
        var values = await client.ReadAsync(
            cancellationToken,
            new NodeId(1, "PubSub/edge01//Address/Url"),
            new NodeId(1, "PubSub/edge01/Line1/Motor//TransportSettings/QueueName"),
            new NodeId(1, "PubSub/edge01/Line1/Motor//TransportSettings/MetaDataQueueName"),
            new NodeId(1, "PublishedDataSets/edge01/Line1/Motor//PublishedData"),
            new NodeId(1, "PubSub/edge01/Line1//Status/State")
        );
        Assert.That(values[0].Value.Reference, Is.EqualTo(broker.Url));
        await listener.LineAsync(line => line.StartsWith($"{values[1].Value.Reference} ", StringComparison.Ordinal), cancellationToken);
        Assert.That(await broker.KeptAsync((string)values[2].Value.Reference!, cancellationToken), Has.Count.EqualTo(1));
        Assert.That((Array)values[3].Value.Reference!, Has.Length.EqualTo(4));
        Assert.That(values[4].Value.Bits, Is.EqualTo(Operational));
        await broker.StopAsync(cancellationToken);
        await UntilAsync(state => state != Operational);
        await broker.AgainAsync(cancellationToken);
        await UntilAsync(state => state == Operational);

        async Task UntilAsync(Func<long, bool> wanted)
        {
            while (!wanted((await client.ReadAsync(cancellationToken, State))[0].Value.Bits))
                await Poll.AgainAsync(cancellationToken);
        }
    }

    [Test]
    public async Task Without_mqtt_there_are_none(CancellationToken cancellationToken)
    {
        await using var bridge = await Bridge.StartAsync(SoftPlant.Map("1s", "100ms"), cancellationToken);
        await using var client = await UaTestClient.ConnectAsync(new Uri(bridge.Endpoint).Port, cancellationToken);
        var read = await client.ReadAsync(cancellationToken, 14443, State);
        Assert.That(read.Select(value => StatusCodes.NameOf(value.Status)), Is.All.EqualTo("BadNodeIdUnknown"));
    }
}
