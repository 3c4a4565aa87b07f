using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>What a reload and lists of tags say of entries of <c>mqtt</c>.</summary>
public sealed class MqttChangeTests
{
    [Test]
    public void Every_change_is_taken_at_once_named_and_what_it_permits_is_audited()
    {
        var before = Load("{ name: a, broker: mqtts://a, user: u, password: secret1 }, { name: gone, broker: mqtts://gone }");
        var after = Load(
            "{ name: a, broker: mqtts://a, user: u, password: secret2, qos: 2, commands: [ \"Line1/Set*\" ] }, { name: new, broker: mqtts://new }"
        );
        var change = SettingsChange.Between(before.Server, after.Server).And(before, after);
        Assert.That(change.NeedRestart, Is.Empty);
        Assert.That(
            change.Users,
            Is.EqualTo(new[] { "~ mqtt a: password, qos, commands", "+ mqtt new (mqtts://new:8883)", "− mqtt gone (mqtts://gone:8883)" })
        );
        Assert.That(
            change.Permits,
            Is.EqualTo(
                new[]
                {
                    "Messages of the broker mqtts://a:8883 may write Line1/Set* now, as an Operator (mqtt a).",
                    "Values are published to the broker mqtts://new:8883 now (mqtt new).",
                }
            )
        );
        Assert.That(SecuritySettings.Differences(before, after), Is.EqualTo(new[] { "mqtt" }));
    }

    [Test]
    public void The_same_entries_are_no_change_and_fewer_tags_permit_nothing()
    {
        const string Entry =
            "{ name: a, broker: mqtts://a, user: u, password: secret, tags: [ \"Line1/**\" ], commands: [ \"Line1/Set*\" ] }";
        var (before, same) = (Load(Entry), Load(Entry));
        var change = SettingsChange.Between(before.Server, same.Server).And(before, same);
        Assert.That((change.Users.Count, change.Permits.Count, change.NeedRestart.Count), Is.EqualTo((0, 0, 0)));
        Assert.That(before.Mqtt[0], Is.EqualTo(same.Mqtt[0]));
        var fewer = Load(Entry.Replace("Line1/**", "Line1/Setpoint"));
        Assert.That(SettingsChange.Between(before.Server, fewer.Server).And(before, fewer).Users, Is.EqualTo(new[] { "~ mqtt a: tags" }));
        Assert.That(SecuritySettings.Differences(before, fewer), Is.Empty);
    }

    [Test]
    public void The_list_of_topics_has_a_line_per_tag_and_broker()
    {
        var map = Load(
            "{ name: ua, broker: mqtts://a, tags: [ { exclude: \"**/Text\" } ] }, { name: uns, broker: mqtt://localhost, format: value, commands: [ \"**\" ] }"
        );
        var list = new TagList(map.Server, map.Tags) { Mqtt = map.Mqtt };
        Assert.That(
            string.Concat(TagListFormat.Find("topics")!.Write(list)).Split("\r\n", StringSplitOptions.RemoveEmptyEntries),
            Is.EqualTo(
                new[]
                {
                    "Tag,Topic,WriterGroup,DataSetWriter,Field,Format,Entry,Broker,CommandTopic",
                    "Line1/Setpoint,opcua/json/data/ua/Line1/all,Line1,all,Setpoint,pubsub-json,ua,mqtts://a:8883,",
                    "Line1/Setpoint,s7opcbridge/Line1/Setpoint,,,,value,uns,mqtt://localhost:1883,s7opcbridge/Line1/Setpoint/set",
                    "Line1/Text,s7opcbridge/Line1/Text,,,,value,uns,mqtt://localhost:1883,",
                }
            )
        );
    }

    [Test]
    public void The_buffer_is_a_place_that_the_bridge_writes()
    {
        var places = WrittenPlace.ListFor(Load("{ name: a, broker: mqtts://a, buffer: { file: /proc/1/no } }"));
        Assert.That(places, Has.Some.Property("What").EqualTo("values that wait for the broker a").And.Property("Path").EndsWith("no/a"));
        if (!OperatingSystem.IsWindows() && !Environment.IsPrivilegedProcess)
            Assert.That(places, Has.Some.Property("Fault").Contains("name another place with 'file' under 'buffer' of 'mqtt'"));
    }

    private static BridgeMap Load(string entries)
    {
        // The same folders for maps in folders of their own.
        if (!entries.Contains("buffer"))
            entries = entries.Replace("broker:", "buffer: { file: /mqtt }, broker:");
        var (map, findings) = MapText.Load(
            $"mqtt: [ {entries} ]\n"
                + """
                server: { name: edge01, security: [None], anonymous: read, certificates: /certs }
                plcs:
                  - name: Line1
                    host: 10.0.0.1
                    tags: [ { name: Setpoint, address: DB1.DBW0, type: Int, access: readwrite }, { name: Text, address: DB1.DBB10, type: String(5) } ]
                """
        );
        Assert.That(findings, Is.Empty);
        return map!;
    }
}
