using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary><c>format: sparkplug</c>: its names and topics, and what does not go with it.</summary>
public sealed class MqttSparkplugTests
{
    private const string Rest = """

        server: { name: edge01, security: [None], anonymous: read }
        plcs:
          - name: Line1
            host: 10.0.0.1
            tags:
              Motor/Speed: DB1.DBD0 Real
              Recipe/Number: { address: DB1.DBW4, type: Int, access: readwrite }
              Recipe/Next: { address: DB1.DBW6, type: Int, access: readwrite }

        """;

    [Test]
    public void Group_node_and_PLC_make_the_topics_and_the_path_of_a_tag_is_its_metric()
    {
        var (map, findings) = Load(
            "{ broker: mqtts://b, format: sparkplug, sparkplug: { group: Plant }, commands: [ \"Line1/Recipe/*\" ] }"
        );
        Assert.That(findings, Is.Empty);
        var mqtt = map!.Mqtt[0];
        Assert.That(mqtt.Sparkplug, Is.EqualTo(new MqttSparkplug("Plant", "edge01", null)));
        Assert.That((mqtt.Qos, mqtt.Retain), Is.EqualTo((0, false)));
        var (speed, number) = (map.Tags.Tags[0], map.Tags.Tags[1]);
        var place = mqtt.PlaceOf(map.Tags, speed)!;
        Assert.That(
            (place.Topic, place.WriterGroup, place.Field),
            Is.EqualTo(("spBv1.0/Plant/DDATA/edge01/Line1", "Line1", "Motor/Speed"))
        );
        Assert.That(mqtt.CommandTopicOf(map.Tags, number), Is.EqualTo("spBv1.0/Plant/DCMD/edge01/Line1"));
        Assert.That(mqtt.CommandTopicOf(map.Tags, speed), Is.Null);
    }

    [TestCase("group: Plant, node: press", "press"), TestCase("group: Plant, node: \"{server}-a\", host: scada", "edge01-a")]
    public void A_node_has_a_name_of_its_own(string keys, string node)
    {
        var (map, findings) = Load($"{{ broker: mqtts://b, format: sparkplug, sparkplug: {{ {keys} }} }}");
        Assert.That(findings, Is.Empty);
        Assert.That(map!.Mqtt[0].Sparkplug!.Node, Is.EqualTo(node));
    }

    [TestCase("", "add 'sparkplug: { group: Plant }'")]
    [TestCase(", sparkplug: { host: scada }", "'sparkplug' names no group; add 'group: Plant'")]
    [TestCase(", sparkplug: { group: A/B }", "'A/B' cannot be the group")]
    [TestCase(", sparkplug: { group: A, node: \"{plc}\" }", "'{plc}' cannot be the node")]
    [TestCase(", sparkplug: { group: A, host: \"#\" }", "'#' cannot be the host")]
    [TestCase(", sparkplug: { group: A }, topic: \"a/{plc}/{path}\"", "remove 'topic'")]
    [TestCase(", sparkplug: { group: A }, topicPrefix: a", "remove 'topicPrefix'")]
    [TestCase(", sparkplug: { group: A }, fields: values", "remove 'fields'")]
    [TestCase(", sparkplug: { group: A }, retain: true", "Sparkplug forbids retained messages")]
    [TestCase(", sparkplug: { group: A }, qos: 1", "Sparkplug wants births and data with quality 0")]
    [TestCase(", sparkplug: { group: A }, publish: { keyFrame: 2 }", "remove 'keyFrame'")]
    [TestCase(", sparkplug: { group: A }, commands: { allow: [ \"Line1/Recipe/*\" ], topic: \"a/{plc}/{path}\" }", "hosts write by DCMD")]
    public void What_does_not_go_with_it_is_said_once_with_its_place(string keys, string words) =>
        Assert.That(
            Load($"{{ broker: mqtts://b, format: sparkplug{keys} }}").Findings,
            Has.Length.EqualTo(1).And.All.Contains(words).And.All.StartsWith("map.yaml:1:").And.All.Contains(" error: ")
        );

    [Test]
    public void It_belongs_to_no_other_format() =>
        Assert.That(
            Load("{ broker: mqtts://b, format: value, sparkplug: { group: A } }").Findings,
            Has.Length.EqualTo(1).And.All.Contains("'sparkplug' belongs to 'format: sparkplug'")
        );

    [Test]
    public void Two_entries_are_not_the_same_edge_node() =>
        Assert.That(
            Load(
                "{ broker: mqtts://b, format: sparkplug, sparkplug: { group: A, node: n } }, "
                    + "{ name: two, broker: mqtts://b, format: sparkplug, sparkplug: { group: A, node: n } }"
            ).Findings,
            Has.Length.EqualTo(1).And.All.Contains("is the edge node A/n of this broker already")
        );

    [Test]
    public void In_a_cluster_each_node_is_an_edge_node_of_its_own_name()
    {
        using var text = new MapText()
            .With(
                "map.yaml",
                "cluster: { name: c, node: n1, listen: 127.0.0.1:11111, secret: { file: c.txt }, members: { witness: 127.0.0.1:11200 } }\n"
                    + "mqtt: [ { name: plant, broker: mqtts://b, format: sparkplug, sparkplug: { group: A } }, "
                    + "{ name: other, broker: mqtts://c, format: sparkplug, sparkplug: { group: A, node: press } } ]"
                    + Rest.Replace("name: edge01,", "name: edge01, namespace: urn:a,", StringComparison.Ordinal)
            )
            .With("c.txt", "0123456789abcdef");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(text.PathOf("c.txt"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        var (map, findings) = text.Load();
        Assert.That(findings.Where(static line => line.Contains(" error: ", StringComparison.Ordinal)), Is.Empty);
        Assert.That(map!.Mqtt.Select(static mqtt => mqtt.Sparkplug!.Node), Is.EqualTo(new[] { "plant-n1", "press-n1" }));
    }

    private static (BridgeMap? Map, string[] Findings) Load(string entries) => MapText.Load($"mqtt: [ {entries} ]{Rest}");
}
