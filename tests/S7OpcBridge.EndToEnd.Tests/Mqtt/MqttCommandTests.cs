using System.Text.Json;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Writes by messages, called by mqtt.js: what is allowed reaches the PLC and is answered, all else is refused with words.</summary>
[TestFixture, CancelAfter(300_000), Platform("Linux"), Parallelizable]
public sealed class MqttCommandTests
{
    private const string Number = "plant/Line1/Recipe/Number/set";

    [Test]
    public async Task A_command_is_answered_by_the_PLC_on_the_response_topic_or_behind_its_own(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("mqtt");
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        await using var bridge = await StartAsync(broker, cancellationToken);
        await using var client = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Line1/Recipe/Number");
        var seen = client.NextAsync(0, value => value.Value.Bits == 42, cancellationToken);
        var answer = await CallAsync(broker, Number, "42", "response", cancellationToken);
        Assert.That(answer.GetProperty("correlated").GetBoolean(), Is.True);
        Assert.That(answer.GetRawText(), Does.Contain("Good"));
        await seen;
        seen = client.NextAsync(0, value => value.Value.Bits == 43, cancellationToken);
        answer = await CallAsync(broker, Number, """{"value":43}""", "result", cancellationToken);
        Assert.That(answer.GetProperty("topic").GetString(), Is.EqualTo($"{Number}/result"));
        Assert.That(answer.GetProperty("retained").GetBoolean(), Is.False);
        await seen;
    }

    [TestCase("101", "BadOutOfRange"), TestCase("\"text\"", "BadTypeMismatch"), TestCase("1.5", "BadTypeMismatch"), TestCase("{", "Bad")]
    [TestCase("[1,2]", "Bad"), TestCase("{\"value\":{}}", "Bad")]
    public async Task What_the_gates_refuse_is_answered_with_the_reason_and_changes_nothing(
        string payload,
        string reason,
        CancellationToken cancellationToken
    )
    {
        await Interop.RequireAsync("mqtt");
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        await using var bridge = await StartAsync(broker, cancellationToken);
        await using var client = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Line1/Recipe/Number");
        var before = await client.FlowAsync(0, cancellationToken);
        var answer = await CallAsync(broker, Number, payload, "response", cancellationToken);
        Assert.That(answer.GetProperty("answer").GetRawText(), Does.Contain(reason));
        Assert.That((await client.ReadAsync("Line1/Recipe/Number", cancellationToken)).Value.Bits, Is.EqualTo(before.Value.Bits));
    }

    [Test]
    public async Task A_retained_command_is_never_done_and_a_tag_that_is_not_allowed_has_no_topic(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("mqtt");
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        await broker.PublishAsync(Number, "77", cancellationToken, "-r");
        await using var bridge = await StartAsync(broker, cancellationToken);
        await broker.PublishAsync("plant/Line1/Recipe/Name/set", "\"stolen\"", cancellationToken);
        // Commands are done in their order: when this one is answered, those before it are through.
        await CallAsync(broker, Number, "5", "response", cancellationToken);
        await using var client = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Line1/Recipe/Number");
        Assert.That(client.NumbersOf(0), Does.Not.Contain(77L));
        Assert.That((await client.ReadAsync("Line1/Recipe/Name", cancellationToken)).Value.Reference, Is.Not.EqualTo("stolen"));
    }

    private static Task<Bridge> StartAsync(Mosquitto broker, CancellationToken cancellationToken) =>
        Bridge.StartAsync(
            MqttPlant.Map(
                $"{{ broker: \"{broker.Url}\", format: value, topic: \"plant/{{plc}}/{{path}}\", publish: {{ onChange: 100ms }}, "
                    + "commands: [ \"Line1/Recipe/Number\" ] }"
            ),
            cancellationToken
        );

    private static Task<JsonElement> CallAsync(
        Mosquitto broker,
        string topic,
        string payload,
        string way,
        CancellationToken cancellationToken
    ) => Interop.RunAsync("mqtt-command.js", cancellationToken, broker.Url, topic, payload, way);
}
