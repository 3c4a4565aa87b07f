using System.Text.Json;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// A host application of Sparkplug B over mosquitto, with mqtt.js and the codec sparkplug-payload: what breaks the order of births, numbers and aliases is a
/// fault that it finds itself.
/// </summary>
[TestFixture, CancelAfter(300_000), Platform("Linux"), Parallelizable]
public sealed class SparkplugTests
{
    private const string Group = "Plant",
        Node = "edge01";

    [Test]
    public async Task A_host_reads_births_data_by_alias_and_births_again_on_demand(CancellationToken cancellationToken)
    {
        await using var broker = await StartBrokerAsync(cancellationToken);
        await using var host = await StartHostAsync(broker, cancellationToken);
        await using var bridge = await Bridge.StartAsync(Map(broker), cancellationToken);

        var node = await host.NextAsync("NBIRTH", cancellationToken);
        var device = await host.NextAsync("DBIRTH", cancellationToken);
        var metrics = device.GetProperty("metrics").EnumerateArray().ToDictionary(static metric => metric.GetProperty("name").GetString()!);
        Assert.That(device.GetProperty("device").GetString(), Is.EqualTo("Line1"));
        Assert.That(
            metrics.Values.Select(static metric => $"{metric.GetProperty("name").GetString()} {metric.GetProperty("type").GetString()}"),
            Is.SupersetOf(
                new[]
                {
                    "Motor/Count Int32",
                    "Motor/Speed Float",
                    "Motor/Running Boolean",
                    "Motor/Total Int64",
                    "Recipe/Name String",
                    "Recipe/Number Int16",
                }
            )
        );
        var first = await CountAsync(host, cancellationToken);
        var second = await CountAsync(host, cancellationToken);
        Assert.That(second, Is.Not.EqualTo(first));

        await Interop.RunAsync("sparkplug-command.js", cancellationToken, broker.Url, "rebirth", Group, Node);
        var again = await host.NextAsync("NBIRTH", cancellationToken);
        Assert.That(again.GetProperty("bdSeq").GetInt32(), Is.EqualTo(node.GetProperty("bdSeq").GetInt32()));
        var reborn = await host.NextAsync("DBIRTH", cancellationToken);
        Assert.That(
            reborn.GetProperty("metrics").EnumerateArray().Select(static metric => metric.GetProperty("alias").GetString()),
            Is.EqualTo(device.GetProperty("metrics").EnumerateArray().Select(static metric => metric.GetProperty("alias").GetString()))
        );
        await CountAsync(host, cancellationToken);
    }

    [Test]
    public async Task A_killed_bridge_dies_with_the_number_of_its_birth_and_an_orderly_one_says_so_itself(
        CancellationToken cancellationToken
    )
    {
        await using var broker = await StartBrokerAsync(cancellationToken);
        await using var host = await StartHostAsync(broker, cancellationToken);
        await using var bridge = await Bridge.StartAsync(Map(broker), cancellationToken);
        var first = await host.NextAsync("NBIRTH", cancellationToken);
        await bridge.Program.SignalAsync("KILL");
        var death = await host.NextAsync("NDEATH", cancellationToken);
        Assert.That(death.GetProperty("sameAsBirth").GetBoolean(), Is.True);
        await bridge.Program.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken);

        await using var again = await bridge.AgainAsync(cancellationToken);
        var second = await host.NextAsync("NBIRTH", cancellationToken);
        Assert.That(second.GetProperty("bdSeq").GetInt32(), Is.EqualTo(first.GetProperty("bdSeq").GetInt32() + 1));
        await again.Program.TerminateAsync();
        death = await host.NextAsync("NDEATH", cancellationToken);
        Assert.That(death.GetProperty("sameAsBirth").GetBoolean(), Is.True);
    }

    [Test]
    public async Task A_PLC_that_is_gone_is_a_death_and_a_birth_when_it_is_back(CancellationToken cancellationToken)
    {
        await using var broker = await StartBrokerAsync(cancellationToken);
        await using var host = await StartHostAsync(broker, cancellationToken);
        var port = Testing.FreePort.Next();
        var map = Map(broker)
            .Replace(
                "simulate: true",
                $"host: 127.0.0.1\n    port: {port}\n    reconnect: {{ first: 100ms, max: 500ms }}",
                StringComparison.Ordinal
            );
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-plc-").FullName;
        await File.WriteAllTextAsync(
            Path.Combine(folder, "map.yaml"),
            map.Replace("{endpoint}", "opc.tcp://localhost:1", StringComparison.Ordinal),
            cancellationToken
        );
        await using var plc = Bridge.Start(folder, "simulate", "map.yaml", "--port", $"{port}");
        await plc.LineAsync(line => line.Contains($"{port}", StringComparison.Ordinal), cancellationToken);
        await using var bridge = await Bridge.StartAsync(map, cancellationToken);
        await host.NextAsync("DBIRTH", cancellationToken);
        await plc.SignalAsync("KILL");
        var death = await host.NextAsync("DDEATH", cancellationToken);
        Assert.That(death.GetProperty("device").GetString(), Is.EqualTo("Line1"));
        await using var back = Bridge.Start(folder, "simulate", "map.yaml", "--port", $"{port}");
        await host.NextAsync("DBIRTH", cancellationToken);
        await CountAsync(host, cancellationToken);
    }

    [Test]
    public async Task A_command_writes_a_tag_of_the_list_and_no_other(CancellationToken cancellationToken)
    {
        await using var broker = await StartBrokerAsync(cancellationToken);
        await using var host = await StartHostAsync(broker, cancellationToken);
        await using var bridge = await Bridge.StartAsync(Map(broker, ", commands: [ \"Line1/Recipe/Number\" ]"), cancellationToken);
        await host.NextAsync("DBIRTH", cancellationToken);
        await WriteAsync("Recipe/Name", "String", "\"stolen\"");
        await WriteAsync("Recipe/Number", "Int16", "101");
        await WriteAsync("Recipe/Number", "Int16", "42");
        await host.NextAsync(
            "DDATA",
            cancellationToken,
            static data =>
                data.GetProperty("metrics")
                    .EnumerateArray()
                    .Any(static metric =>
                        metric.GetProperty("name").GetString() == "Recipe/Number" && metric.GetProperty("value").GetInt32() == 42
                    )
        );
        foreach (var metric in host.All("DDATA").SelectMany(static data => data.GetProperty("metrics").EnumerateArray()))
        {
            Assert.That(metric.GetProperty("value").ToString(), Is.Not.EqualTo("stolen"));
            if (metric.GetProperty("name").GetString() == "Recipe/Number")
                Assert.That(metric.GetProperty("value").GetInt32(), Is.Not.EqualTo(101));
        }

        Task<JsonElement> WriteAsync(string name, string type, string value) =>
            Interop.RunAsync("sparkplug-command.js", cancellationToken, broker.Url, "write", Group, Node, "Line1", name, type, value);
    }

    [Test]
    public async Task What_changes_without_the_primary_host_comes_as_history_when_it_is_online(CancellationToken cancellationToken)
    {
        await using var broker = await StartBrokerAsync(cancellationToken);
        await using var host = await StartHostAsync(broker, cancellationToken);
        await using var bridge = await Bridge.StartAsync(Map(broker, host: "scada"), cancellationToken);
        await using var client = await Subscriber.SubscribeAsync(bridge.Endpoint, 50, cancellationToken, "Line1/Motor/Count");
        for (var changes = 0; changes < 5; changes++)
            await client.FlowAsync(0, cancellationToken);
        Assert.That(host.All("NBIRTH"), Is.Empty);

        await StateAsync(isOnline: true, 1000);
        await host.NextAsync("DBIRTH", cancellationToken);
        await host.NextAsync("DDATA", cancellationToken, static data => IsHistorical(data));
        await host.NextAsync("DDATA", cancellationToken, static data => !IsHistorical(data));
        await StateAsync(isOnline: false, 2000);
        Assert.That((await host.NextAsync("NDEATH", cancellationToken)).GetProperty("sameAsBirth").GetBoolean(), Is.True);
        await StateAsync(isOnline: true, 3000);
        await host.NextAsync("NBIRTH", cancellationToken);
        await host.NextAsync("DDATA", cancellationToken, static data => !IsHistorical(data));

        Task StateAsync(bool isOnline, long time) =>
            broker.PublishAsync(
                "spBv1.0/STATE/scada",
                $$"""{"online":{{(isOnline ? "true" : "false")}},"timestamp":{{time}}}""",
                cancellationToken,
                "-r"
            );
    }

    private static bool IsHistorical(JsonElement data) =>
        data.GetProperty("metrics").EnumerateArray().All(static metric => metric.GetProperty("historical").GetBoolean());

    private static async Task<Mosquitto> StartBrokerAsync(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("mqtt", "sparkplug-payload");
        return await Mosquitto.StartAsync(cancellationToken);
    }

    private static async Task<MqttSubscriber> StartHostAsync(Mosquitto broker, CancellationToken cancellationToken)
    {
        var host = new MqttSubscriber(Interop.Start("sparkplug-host.js", broker.Url, Group));
        await host.NextAsync("ready", cancellationToken);
        return host;
    }

    private static string Map(Mosquitto broker, string more = "", string? host = null) =>
        MqttPlant.Map(
            $"{{ broker: \"{broker.Url}\", format: sparkplug, sparkplug: {{ group: {Group}{(host is null ? "" : $", host: {host}")} }}, "
                + $"publish: {{ onChange: 100ms }}, settle: 0s{more} }}"
        );

    private static async Task<int> CountAsync(MqttSubscriber host, CancellationToken cancellationToken)
    {
        var count = 0;
        await host.NextAsync(
            "DDATA",
            cancellationToken,
            data =>
            {
                foreach (var metric in data.GetProperty("metrics").EnumerateArray())
                {
                    if (metric.GetProperty("name").GetString() != "Motor/Count" || metric.GetProperty("historical").GetBoolean())
                        continue;
                    count = metric.GetProperty("value").GetInt32();
                    return true;
                }
                return false;
            }
        );
        return count;
    }
}
