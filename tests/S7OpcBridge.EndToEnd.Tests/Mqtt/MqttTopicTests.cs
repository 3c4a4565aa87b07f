using System.Text.Json;
using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What mosquitto passes on and keeps: topics, retain flags, properties of MQTT 5; and what it keeps no longer after a reload.</summary>
[TestFixture, CancelAfter(300_000), Platform("Linux"), Parallelizable]
public sealed partial class MqttTopicTests
{
    private const string OneTag = "          - { name: Motor/Speed, address: DB1.DBD4, type: Real }\n";

    [Test]
    public async Task Each_PubSub_message_has_its_topic_its_type_and_an_expiry_if_it_is_kept(CancellationToken cancellationToken)
    {
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        await using var bridge = await Bridge.StartAsync(
            MqttPlant.Map($"{{ broker: \"{broker.Url}\", publish: {{ interval: 200ms, keyFrame: 3 }} }}"),
            cancellationToken
        );
        await using (await ListenedAsync(broker, "opcua/#", "opcua/json/metadata/edge01/Line1/Recipe ", cancellationToken))
        {
            // All is published: a later one gets what the broker keeps.
        }
        await using var late = await ListenedAsync(broker, "opcua/#", "opcua/json/metadata/edge01/Line1/Recipe ", cancellationToken);
        await late.LineAsync(line => line.StartsWith("opcua/json/data/", StringComparison.Ordinal), cancellationToken);
        var lines = late.LinesFrom(0).Select(line => Line().Match(line)).Where(match => match.Success).ToArray();
        foreach (var match in lines)
        {
            var (topic, type) = (match.Groups["topic"].Value, match.Groups["topic"].Value.Split('/')[2]);
            Assert.That(match.Groups["content"].Value, Is.EqualTo("application/json"), topic);
            Assert.That(match.Groups["user"].Value, Does.Contain($"UAMessageType:ua-{type}"), topic);
            if (type != "data")
                Assert.That(match.Groups["expiry"].Value, Is.Not.Empty, $"{topic}: kept messages end by themselves");
        }
        Assert.That(
            lines.Where(match => match.Groups["retain"].Value == "1").Select(match => match.Groups["topic"].Value).Distinct(),
            Is.SupersetOf(
                new[]
                {
                    "opcua/json/status/edge01",
                    "opcua/json/connection/edge01",
                    "opcua/json/metadata/edge01/Line1/Motor",
                    "opcua/json/metadata/edge01/Line1/Recipe",
                }
            )
        );
        var data = JsonDocument
            .Parse(lines.First(match => match.Groups["topic"].Value.Contains("/data/")).Groups["payload"].Value)
            .RootElement;
        Assert.That(data.GetProperty("PublisherId").GetString(), Is.EqualTo("edge01"));
    }

    [TestCase("values+status", @"^\{""timestamp_ms"":\d{13},""value"":(?<value>.*),""quality"":""Good""\}$")]
    [TestCase("values", @"^\{""timestamp_ms"":\d{13},""value"":(?<value>[^,]*)\}$")]
    [TestCase("bare", "^(?<value>.*)$")]
    public async Task A_topic_per_tag_has_the_value_in_the_form_that_is_asked_for(
        string fields,
        string form,
        CancellationToken cancellationToken
    )
    {
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        await using var bridge = await Bridge.StartAsync(
            MqttPlant.Map(
                $"{{ broker: \"{broker.Url}\", format: value, fields: {fields}, topic: \"plant/{{plc}}/{{path}}\", "
                    + "publish: { onChange: 100ms }, tags: [ { exclude: \"**/Steps\" } ] }"
            ),
            cancellationToken
        );
        await using var live = await ListenedAsync(broker, "plant/#", "plant/Line1/Motor/Count ", cancellationToken);
        string[] topics = ["Motor/Count", "Motor/Speed", "Motor/Running", "Motor/Total", "Recipe/Name", "Recipe/Number"];
        IReadOnlyDictionary<string, string> kept;
        do kept = await broker.KeptAsync("plant/#", cancellationToken);
        while (kept.Count < topics.Length && !cancellationToken.IsCancellationRequested);
        Assert.That(kept.Keys, Is.EquivalentTo(topics.Select(topic => $"plant/Line1/{topic}")));
        string ValueOf(string topic) => Regex.Match(kept[$"plant/Line1/{topic}"], form, RegexOptions.ExplicitCapture).Groups["value"].Value;
        Assert.That(int.Parse(ValueOf("Motor/Count"), System.Globalization.CultureInfo.InvariantCulture), Is.Not.Negative);
        Assert.That(ValueOf("Motor/Running"), Is.EqualTo("true").Or.EqualTo("false"));
        Assert.That(ValueOf("Recipe/Name"), Does.Match("^\".*\"$"), "never an empty message");
        var first = Line()
            .Match(await live.LineAsync(line => line.StartsWith("plant/Line1/Motor/Count ", StringComparison.Ordinal), cancellationToken));
        Assert.That(first.Groups["payload"].Value, Does.Match(form));
    }

    [Test]
    public async Task What_a_reload_takes_away_the_broker_keeps_no_longer(CancellationToken cancellationToken)
    {
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        string MapOf(string tags) =>
            MqttPlant.Map(
                $"{{ broker: \"{broker.Url}\" }}, {{ name: plain, broker: \"{broker.Url}\", format: value, topic: \"plant/{{plc}}/{{path}}\" }}",
                tags
            );
        await using var bridge = await Bridge.StartAsync(MapOf(MqttPlant.Tags), cancellationToken);
        await KeepsAsync("plant/#", 7);
        await KeepsAsync("opcua/json/metadata/#", 2);
        await bridge.WriteMapAsync(MapOf(OneTag), cancellationToken);
        await bridge.Program.HangUpAsync();
        Assert.That((await KeepsAsync("plant/#", 1)).Keys, Is.EqualTo(new[] { "plant/Line1/Motor/Speed" }));
        Assert.That((await KeepsAsync("opcua/json/metadata/#", 1)).Keys, Is.EqualTo(new[] { "opcua/json/metadata/edge01/Line1/Motor" }));

        // What a map had while the bridge did not run: it looks for it at the start.
        await bridge.Program.TerminateAsync();
        await bridge.Program.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken);
        await broker.PublishAsync("opcua/json/metadata/edge01/Line1/Ghost", "{}", cancellationToken, "-r");
        await using var again = await bridge.AgainAsync(cancellationToken);
        var kept = await KeepsAsync("opcua/json/metadata/#", 1);
        Assert.That(kept.Keys, Does.Not.Contain("opcua/json/metadata/edge01/Line1/Ghost"));

        async Task<IReadOnlyDictionary<string, string>> KeepsAsync(string filter, int count)
        {
            while (true)
            {
                cancellationToken.ThrowIfCancellationRequested();
                var kept = await broker.KeptAsync(filter, cancellationToken);
                if (kept.Count == count)
                    return kept;
            }
        }
    }

    private static async Task<ChildProgram> ListenedAsync(
        Mosquitto broker,
        string filter,
        string start,
        CancellationToken cancellationToken
    )
    {
        var listener = broker.Listen(filter);
        await listener.LineAsync(line => line.StartsWith(start, StringComparison.Ordinal), cancellationToken);
        return listener;
    }

    [GeneratedRegex(@"^(?<topic>\S+) r=(?<retain>[01]) ct=(?<content>\S*) exp=(?<expiry>\d*) up=(?<user>\S*) (?<payload>.*)$")]
    private static partial Regex Line();
}
