using System.Text.Json;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// A subscriber that nobody gave a topic: from the status of the publisher it finds the connection, from that the topics, from the metadata the fields
/// (OPC 10000-14, 7.3.4.7), over mosquitto and mqtt.js.
/// </summary>
[TestFixture, CancelAfter(300_000), Platform("Linux"), Parallelizable]
public sealed class PubSubSubscriberTests
{
    private const int Error = 3,
        Disabled = 0,
        Operational = 2;

    [TestCase("values"), TestCase("values+status"), TestCase("typed")]
    public async Task It_finds_all_fields_and_reads_them_in_each_form(string fields, CancellationToken cancellationToken)
    {
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        await using var bridge = await Bridge.StartAsync(
            MqttPlant.Map($"{{ broker: \"{broker.Url}\", fields: {fields}, publish: {{ onChange: 100ms, keyFrame: 5 }} }}"),
            cancellationToken
        );
        await using var subscriber = await MqttSubscriber.StartAsync(broker.Url);

        var status = await subscriber.NextAsync("status", cancellationToken, State(Operational));
        Assert.That(status.GetProperty("publisher").GetString(), Is.EqualTo("edge01"));
        var connection = await subscriber.NextAsync("connection", cancellationToken);
        Assert.That(
            connection
                .GetProperty("writers")
                .EnumerateArray()
                .Select(writer => $"{writer.GetProperty("group")}/{writer.GetProperty("writer")}"),
            Is.EquivalentTo(new[] { "Line1/Motor", "Line1/Recipe" })
        );
        await subscriber.NextAsync("data", cancellationToken, data => IsOf(data, "Motor", "ua-keyframe"));
        await subscriber.NextAsync("data", cancellationToken, data => IsOf(data, "Motor", "ua-deltaframe"));
        var key = await subscriber.NextAsync("data", cancellationToken, data => IsOf(data, "Motor", "ua-keyframe"));

        var motor = subscriber.All("metadata").Last(data => data.GetProperty("writer").GetString() == "Motor").GetProperty("fields");
        Assert.That(
            motor.EnumerateArray().Select(field => $"{field.GetProperty("name")} {field.GetProperty("type")} {field.GetProperty("rank")}"),
            Is.EqualTo(new[] { "Motor/Count 6 -1", "Motor/Speed 10 -1", "Motor/Running 1 -1", "Motor/Total 8 -1" })
        );
        Assert.That(
            motor[1].GetProperty("properties").EnumerateArray().Select(name => name.GetString()),
            Does.Contain("EngineeringUnits").And.Contain("EURange")
        );
        var values = key.GetProperty("values");
        Assert.That(values.GetProperty("Motor/Count").GetProperty("value").GetInt64(), Is.Positive);
        Assert.That(values.GetProperty("Motor/Total").GetProperty("value").ValueKind, Is.EqualTo(JsonValueKind.String), "Int64");
        foreach (var value in values.EnumerateObject())
            Assert.That(value.Value.GetProperty("status").GetInt64(), Is.Zero, value.Name);
        Assert.That(subscriber.All("gap"), Is.Empty);
        Assert.That(
            subscriber
                .All("data")
                .Any(data =>
                    data.GetProperty("values").EnumerateObject().Any(v => v.Value.TryGetProperty("typed", out var t) && t.GetBoolean())
                ),
            Is.EqualTo(fields == "typed")
        );
    }

    [Test]
    public async Task The_will_says_Error_when_the_bridge_is_killed_and_its_end_says_Disabled(CancellationToken cancellationToken)
    {
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        await using var subscriber = await MqttSubscriber.StartAsync(broker.Url);
        await using (var bridge = await Bridge.StartAsync(MqttPlant.Map($"{{ broker: \"{broker.Url}\" }}"), cancellationToken))
        {
            await subscriber.NextAsync("status", cancellationToken, State(Operational));
            var before = await subscriber.NextAsync("metadata", cancellationToken, IsOfMotor);
            await bridge.Program.SignalAsync("KILL");
            var will = await subscriber.NextAsync("status", cancellationToken, State(Error));
            Assert.That(will.GetProperty("timed").GetBoolean(), Is.False, "the will was made long before");
            await bridge.Program.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken);
            await using var again = await bridge.AgainAsync(cancellationToken);
            await subscriber.NextAsync("status", cancellationToken, State(Operational));
            var after = await subscriber.NextAsync("metadata", cancellationToken, IsOfMotor);
            Assert.That(after.GetProperty("version").GetRawText(), Is.EqualTo(before.GetProperty("version").GetRawText()));
            await again.Program.TerminateAsync();
            await subscriber.NextAsync("status", cancellationToken, State(Disabled));
        }
        Assert.That(await broker.KeptAsync("opcua/json/status/#", cancellationToken), Has.Count.EqualTo(1));
    }

    [Test]
    public async Task It_finds_the_endpoints_of_the_OPC_UA_server(CancellationToken cancellationToken)
    {
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        await using var bridge = await Bridge.StartAsync(MqttPlant.Map($"{{ broker: \"{broker.Url}\" }}"), cancellationToken);
        await using var subscriber = await MqttSubscriber.StartAsync(broker.Url);
        var application = await subscriber.NextAsync("application", cancellationToken);
        var told = await subscriber.NextAsync("endpoints", cancellationToken);

        var endpoints = told.GetProperty("endpoints").EnumerateArray().ToArray();
        Assert.Multiple(() =>
        {
            Assert.That(endpoints.Select(static endpoint => endpoint.GetProperty("url").GetString()), Has.All.EqualTo(bridge.Endpoint));
            Assert.That(
                endpoints.Select(static endpoint => endpoint.GetProperty("server").GetString()),
                Has.All.EqualTo(application.GetProperty("uri").GetString())
            );
            Assert.That(endpoints.Select(static endpoint => endpoint.GetProperty("policy").GetString()), Does.Contain("None"));
        });
    }

    [Test]
    public async Task A_lost_PLC_is_a_status_of_each_of_its_fields(CancellationToken cancellationToken)
    {
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        var port = Testing.FreePort.Next();
        var map = MqttPlant
            .Map($"{{ broker: \"{broker.Url}\", publish: {{ onChange: 100ms }} }}")
            .Replace("simulate: true", $"host: 127.0.0.1\n    port: {port}\n    reconnect: {{ first: 100ms, max: 500ms }}");
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-plc-").FullName;
        await File.WriteAllTextAsync(
            Path.Combine(folder, "map.yaml"),
            map.Replace("{endpoint}", "opc.tcp://localhost:1"),
            cancellationToken
        );
        await using var plc = Bridge.Start(folder, "simulate", "map.yaml", "--port", $"{port}");
        await plc.LineAsync(line => line.Contains($"{port}", StringComparison.Ordinal), cancellationToken);
        await using var bridge = await Bridge.StartAsync(map, cancellationToken);
        await using var subscriber = await MqttSubscriber.StartAsync(broker.Url);
        await subscriber.NextAsync("data", cancellationToken, data => SymbolOf(data, "Motor/Count") == "" && IsOf(data, "Motor"));
        await plc.SignalAsync("KILL");
        var lost = await subscriber.NextAsync("data", cancellationToken, data => SymbolOf(data, "Motor/Count") is { Length: > 0 });
        Assert.That(
            lost.GetProperty("values").EnumerateObject().Select(field => SymbolOf(lost, field.Name)),
            Is.All.EqualTo("UncertainNoCommunicationLastUsableValue")
        );
        await using var back = Bridge.Start(folder, "simulate", "map.yaml", "--port", $"{port}");
        await subscriber.NextAsync("data", cancellationToken, data => IsOf(data, "Motor") && SymbolOf(data, "Motor/Count") == "");
    }

    [Test]
    public async Task A_broker_that_was_away_gets_every_message_in_its_order(CancellationToken cancellationToken)
    {
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        await using var bridge = await Bridge.StartAsync(
            MqttPlant.Map($"{{ broker: \"{broker.Url}\", publish: {{ onChange: 100ms }}, settle: 2s }}"),
            cancellationToken
        );
        await using var client = await OpcUaClient(bridge, cancellationToken);
        await using var subscriber = await MqttSubscriber.StartAsync(broker.Url, "opcua", "keeper");
        await subscriber.NextAsync("data", cancellationToken, data => IsOf(data, "Motor"));
        await broker.StopAsync(cancellationToken);
        for (var changes = 0; changes < 20; changes++)
            await client.FlowAsync(0, cancellationToken);
        var whileAway = client.NumbersOf(0)[^1];
        await broker.AgainAsync(cancellationToken);
        await subscriber.NextAsync("data", cancellationToken, data => CountOf(data) > whileAway);
        Assert.That(subscriber.All("gap").Select(gap => gap.GetRawText()), Is.Empty);
        var counts = subscriber.All("data").Select(CountOf).Where(static count => count >= 0).ToArray();
        Assert.That(counts, Is.Ordered);
    }

    private static bool IsOfMotor(JsonElement data) => data.GetProperty("writer").GetString() == "Motor";

    private static Task<Subscriber> OpcUaClient(Bridge bridge, CancellationToken cancellationToken) =>
        Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Line1/Motor/Count");

    // -1: not in the message.
    private static long CountOf(JsonElement data) =>
        data.GetProperty("values").TryGetProperty("Motor/Count", out var count) ? count.GetProperty("value").GetInt64() : -1;

    private static Func<JsonElement, bool> State(int status) => found => found.GetProperty("status").GetInt32() == status;

    private static bool IsOf(JsonElement data, string writer, string? frame = null) =>
        data.GetProperty("writer").GetString() == writer && (frame is null || data.GetProperty("frame").GetString() == frame);

    // Empty: Good; null: the field is not in the message.
    private static string? SymbolOf(JsonElement data, string field) =>
        !data.GetProperty("values").TryGetProperty(field, out var value) ? null
        : value.TryGetProperty("symbol", out var symbol) ? symbol.GetString()
        : "";
}
