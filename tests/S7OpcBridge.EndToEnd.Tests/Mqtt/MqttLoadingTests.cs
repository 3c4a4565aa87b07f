using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What a bridge without <c>mqtt</c> in its map does not even load.</summary>
[TestFixture, CancelAfter(300_000), Platform("Linux"), Parallelizable]
public sealed class MqttLoadingTests
{
    private static readonly string[] OfMqtt = ["S7OpcBridge.PubSub.dll", "MQTTnet.dll"];

    [Test]
    public async Task Nothing_of_MQTT_is_loaded_before_the_map_has_an_entry(CancellationToken cancellationToken)
    {
        var page = $"http://127.0.0.1:{FreePort.Next()}";
        string MapWith(string mqtt) => MqttPlant.Map(mqtt) + $"\nweb: {{ listen: \"{page}\" }}\n";
        await using var bridge = await Bridge.StartAsync(MapWith(""), cancellationToken);
        // All that asks for the entries has been there.
        using var browser = new HttpClient();
        await browser.GetStringAsync($"{page}/api/overview", cancellationToken);
        await browser.GetStringAsync($"{page}/metrics", cancellationToken);
        await bridge.WriteMapAsync(MapWith("").Replace("100ms", "200ms", StringComparison.Ordinal), cancellationToken);
        await bridge.Program.LineAsync(static line => line.Contains("was loaded again", StringComparison.Ordinal), cancellationToken);
        var before = Loaded(bridge);
        if (!before.Contains("S7OpcBridge.Core.dll"))
            Assert.Ignore("The program under test is not built of assemblies.");
        Assert.That(before.Intersect(OfMqtt), Is.Empty);

        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        await bridge.WriteMapAsync(MapWith($"{{ broker: \"{broker.Url}\" }}"), cancellationToken);
        await bridge.Program.LineAsync(static line => line.Contains("connected to mqtt://", StringComparison.Ordinal), cancellationToken);
        Assert.That(Loaded(bridge), Is.SupersetOf(OfMqtt));
    }

    private static HashSet<string> Loaded(Bridge bridge) =>
        [
            .. File.ReadLines($"/proc/{bridge.Program.Id}/maps")
                .Where(static line => line.EndsWith(".dll", StringComparison.Ordinal))
                .Select(static line => Path.GetFileName(line)),
        ];
}
