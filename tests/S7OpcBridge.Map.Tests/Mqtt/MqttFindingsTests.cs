using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>What is said of an entry of <c>mqtt</c> once all tags are known.</summary>
public sealed class MqttFindingsTests
{
    [Test]
    public void Two_tags_on_one_topic_are_named_with_both_places() =>
        Assert.That(
            Load("{ broker: mqtts://b, format: value }", "\"A+B\": DB1.DBW0 Int\n      \"A#B\": DB1.DBW2 Int"),
            Is.EqualTo(
                new[]
                {
                    "map.yaml:9:7: error: 'Line1/A#B' has the topic s7opcbridge/Line1/A_B of 'Line1/A+B', at map.yaml:8:7; characters that a topic cannot have "
                        + "became _, so rename one of the two",
                }
            )
        );

    [Test]
    public void Tags_of_a_writer_share_their_topic() =>
        Assert.That(Load("{ broker: mqtts://b }", "\"A+B\": DB1.DBW0 Int\n      \"A#B\": DB1.DBW2 Int"), Is.Empty);

    [TestCase("Motor: DB1.DBW0 Int\n      motor: DB1.DBW2 Int", "differs from s7opcbridge/Line1/Motor in the case of letters only")]
    [TestCase("A/B/C/D/E/F: DB1.DBW0 Int", "one topic is of more than 7 levels, the first is s7opcbridge/Line1/A/B/C/D/E/F")]
    public void What_some_brokers_or_consumers_do_not_take_is_a_warning(string tags, string words) =>
        Assert.That(
            Load("{ broker: mqtts://b, format: value }", tags),
            Has.Length.EqualTo(1).And.All.Contains(words).And.All.Contains(" warning: ")
        );

    [Test]
    public void A_long_topic_is_a_warning() =>
        Assert.That(
            Load("{ broker: mqtts://b, format: value }", $"{new string('x', 120)}/{new string('ü', 70)}: DB1.DBW0 Int"),
            Has.Length.EqualTo(1).And.All.Contains("one topic is longer than 255 bytes").And.All.Contains(" warning: ")
        );

    [Test]
    public void One_writer_has_one_topic() =>
        Assert.That(
            Load("{ broker: mqtts://b, topic: \"{plc}/{group}\" }", "A/B/X: DB1.DBW0 Int\n      A.B/X: DB1.DBW2 Int"),
            Has.Length.EqualTo(1).And.All.Contains("both would be the writer 'A.B' of 'Line1'").And.All.StartsWith("map.yaml:9:7: error: ")
        );

    [TestCase("Line2/**", "no tag fits 'Line2/**'; it begins with the name of a PLC, as in \"Line1/Line2/**\", or with **")]
    [TestCase("Line1", "no tag fits 'Line1'; write \"Line1/**\" for all tags of this PLC")]
    [TestCase("Line1/Pump", "no tag fits 'Line1/Pump'; write a path as 'tags' prints it")]
    public void A_pattern_that_no_tag_fits(string pattern, string words) =>
        Assert.That(
            Load($"{{ broker: mqtts://b, tags: [ {pattern}, \"**/Motor\" ] }}", "Motor: DB1.DBW0 Int"),
            Has.Length.EqualTo(1).And.All.Contains(words).And.All.StartsWith("map.yaml:1:38: warning: ")
        );

    [Test]
    public void An_entry_that_publishes_nothing() =>
        Assert.That(
            Load("{ broker: mqtts://b, tags: [ { exclude: \"**\" } ] }", "Motor: DB1.DBW0 Int"),
            Is.EqualTo(
                new[] { "map.yaml:1:36: warning: no tag is published to mqtts://b:8883; include some, such as { include: \"Line1/**\" }" }
            )
        );

    [Test]
    public void A_class_on_demand_is_always_polled_for_a_broker() =>
        Assert.That(
            Load(
                "{ broker: mqtts://b }",
                "A: { address: DB1.DBW0, type: Int, scan: rare }\n      B: { address: DB1.DBW2, type: Int, scan: rare }"
            ),
            Is.EqualTo(
                new[]
                {
                    "map.yaml:1:9: warning: 'Line1/A' and 1 more tags are in the class 'rare', which is polled on demand; publishing is such a demand, "
                        + "so that the class is always polled: exclude them under 'tags' where the PLC shall be spared",
                }
            )
        );

    [TestCase("[ \"Line1/A\" ]", "", "no tag that fits 'Line1/A' can be written, for example 'Line1/A': add 'access: readwrite'")]
    [TestCase("[ \"Line1/B\" ]", ", writes: false", "Line1 has 'writes: false'")]
    [TestCase("[ \"Line1/C\" ]", "", "no tag fits 'Line1/C'; write PLC and path")]
    [TestCase("{ allow: Line1/B, topic: \"s7opcbridge/{plc}/{path}\" }", "", "commands and data have the same topic", false)]
    [TestCase("[ \"**\" ]", "", null)]
    public void Commands_are_for_tags_that_can_be_written(string commands, string plc, string? words, bool isDefault = true)
    {
        var topic = isDefault ? "" : ", topic: \"s7opcbridge/{plc}/{path}\"";
        var findings = Load(
            $"{{ broker: mqtts://b, format: value{topic}, commands: {commands} }}",
            "A: DB1.DBW0 Int\n      B: { address: DB1.DBW2, type: Int, access: readwrite }",
            plc
        );
        Assert.That(findings, words is null ? Is.Empty : Has.Length.EqualTo(1).And.All.Contains(words));
    }

    [Test]
    public void Commands_of_two_tags_on_one_topic() =>
        Assert.That(
            Load(
                "{ broker: mqtts://b, commands: [ \"**\" ] }",
                "\"A+B\": { address: DB1.DBW0, type: Int, access: readwrite }\n      \"A#B\": { address: DB1.DBW2, type: Int, access: readwrite }"
            ),
            Has.Length.EqualTo(1)
                .And.All.Contains(
                    "would have the topic opcua/set/edge01/Line1/A_B for its commands, which 'Line1/A+B' has, at map.yaml:8:7"
                )
        );

    private static string[] Load(string entry, string tags, string plc = "")
    {
        var more = plc.Length == 0 ? "" : $"    {plc[2..]}\n";
        return MapText
            .Load(
                $"mqtt: [ {entry} ]\nserver: {{ name: edge01, security: [None], anonymous: read }}\nplcs:\n  - name: Line1\n    host: 10.0.0.1\n"
                    + $"    scan: {{ rare: {{ interval: 10s, demand: true }} }}\n    tags:\n      {tags}\n{more}"
            )
            .Findings;
    }
}
