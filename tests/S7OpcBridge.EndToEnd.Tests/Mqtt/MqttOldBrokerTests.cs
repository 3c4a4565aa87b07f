using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A broker that speaks MQTT 3.1.1 alone: values, what is kept, and commands go on, and log and doctor say which version it is.</summary>
[TestFixture, CancelAfter(300_000), Platform("Linux"), Parallelizable]
public sealed class MqttOldBrokerTests
{
    private static readonly byte[] UnacceptableVersion = [0x20, 2, 0, 1];

    [Test]
    public async Task All_flows_by_3_1_1_where_the_broker_refuses_5([Values] bool inWords, CancellationToken cancellationToken)
    {
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        await using var old = new OldBroker(broker.Port, inWords ? UnacceptableVersion : []);
        await using var listener = broker.Listen("plant/#");
        await using var bridge = await Bridge.StartAsync(
            MqttPlant.Map(
                $"{{ broker: \"mqtt://127.0.0.1:{old.Port}\", format: value, topic: \"plant/{{plc}}/{{path}}\", "
                    + "publish: { onChange: 100ms }, commands: [ \"Line1/Recipe/Number\" ] }"
            ),
            cancellationToken
        );
        // It may be connected before it has printed that it runs.
        await Poll.UntilAsync(
            () => bridge.Program.Output.Contains($"connected to mqtt://127.0.0.1:{old.Port}, version 3.1.1", StringComparison.Ordinal),
            cancellationToken
        );
        await listener.LineAsync(static line => line.StartsWith("plant/Line1/Motor/Count ", StringComparison.Ordinal), cancellationToken);
        await Poll.UntilAsync(
            () => broker.KeptAsync("plant/#", cancellationToken),
            static kept => kept.ContainsKey("plant/Line1/Motor/Speed"),
            cancellationToken
        );

        // Until the bridge has subscribed nobody hears the command.
        await using var answers = broker.Listen("plant/+/+/+/set/result");
        var answer = answers.LineAsync(static line => line.Contains("/set/result", StringComparison.Ordinal), cancellationToken);
        await Poll.WhileRunningAsync(
            answer,
            () => broker.PublishAsync("plant/Line1/Recipe/Number/set", "42", cancellationToken, "-V", "311"),
            cancellationToken
        );
        Assert.That(await answer, Does.Contain("\"status\":\"Good\""));

        await using var doctor = Bridge.Start(bridge.Folder, "doctor", "map.yaml");
        Assert.That(await doctor.ExitAsync(TimeSpan.FromSeconds(120), cancellationToken), Is.Zero, doctor.Output);
        Assert.That(doctor.Output, Does.Contain("MQTT 3.1.1"));
    }
}
