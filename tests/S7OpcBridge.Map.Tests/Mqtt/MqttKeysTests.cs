using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>The keys of <c>mqtt</c>: what they mean, and what is said of those that cannot be meant.</summary>
public sealed class MqttKeysTests
{
    private const string Rest = """

        server: { name: edge01, security: [None], anonymous: read }
        plcs:
          - { name: Line1, host: 10.0.0.1, profile: s7-1500, tags: { Motor: { tags: { Speed: DB10.DBD4 Real } } } }
        """;

    private const string Users =
        ", users: [ { name: mqtt, roles: [Operator], password: \"$pbkdf2-sha512$210000$AAECAwQFBgcICQoLDA0ODw$"
        + "xWv0DmVZQrlldAet.u64TxPRvhIzYRcXqQdMPyDWwPcWuzIQPWFI3LHGj9vz2wmA9OnyrEjW9Zr0.cRBkLmleQ\" } ]";

    [Test]
    public void An_entry_with_a_broker_alone_has_the_defaults_of_part_14()
    {
        var (map, findings) = Load("[ { broker: mqtts://broker } ]");
        Assert.That(findings, Is.Empty);
        var mqtt = map!.Mqtt.Single();
        Assert.That((mqtt.Name, mqtt.PublisherId, mqtt.ClientId), Is.EqualTo(("edge01", "edge01", "edge01")));
        Assert.That((mqtt.BrokerText, mqtt.HasTls, mqtt.IsLocal), Is.EqualTo(("mqtts://broker:8883", true, false)));
        Assert.That((mqtt.Format, mqtt.Fields), Is.EqualTo((MqttFormat.PubSubJson, MqttFields.ValuesAndStatus)));
        Assert.That((mqtt.Qos, mqtt.Retain, mqtt.Settle), Is.EqualTo((1, false, TimeSpan.FromSeconds(5))));
        Assert.That(mqtt.Publish, Is.EqualTo(new MqttRate(TimeSpan.FromSeconds(1), OnChange: false, 60)));
        Assert.That(
            (mqtt.Commands, mqtt.Certificate, mqtt.Trust),
            Is.EqualTo(((MqttCommands?)null, (MqttCertificate?)null, MqttTrust.System))
        );
        Assert.That((mqtt.Buffer.Values, mqtt.Buffer.Keep), Is.EqualTo((1_000_000, TimeSpan.FromHours(24))));
        Assert.That(mqtt.Buffer.Folder, Does.EndWith(Path.Combine("mqtt-buffer", "edge01")));
        Assert.That(
            mqtt.PlaceOf(map.Tags, map.Tags.Tags[0]),
            Is.EqualTo(new MqttPlace("opcua/json/data/edge01/Line1/Motor", "Line1", "Motor", "Motor/Speed", mqtt.Publish))
        );
    }

    [Test]
    public void All_keys_of_an_entry()
    {
        var (map, findings) = Load(
            """

              - name: uns
                broker: mqtt://localhost:18830
                clientId: line-bridge
                user: bridge
                password: secret
                format: value
                fields: bare
                topic: acme/{plc}/{path}
                publish: { onChange: 100ms }
                tags: [ { include: "Line1/**" }, { include: "**/Speed", publish: { interval: 10s } }, { exclude: "**/Debug/**" } ]
                buffer: { values: 5000, file: waiting, keep: 2h }
                retain: false
                qos: 0
                settle: 0s
                commands: { allow: [ "Line1/Recipe/*" ], user: mqtt, topic: "acme/{plc}/{path}/write" }
            """,
            plc: "{ name: Line1, host: 10.0.0.1, profile: s7-1500, tags: { Motor: { tags: { Speed: DB10.DBD4 Real, Current: DB10.DBD8 Real } }, "
                + "Debug: { tags: { X: DB10.DBD12 Real } }, Recipe: { access: readwrite, tags: { No: DB10.DBW16 Int } } } }"
        );
        Assert.That(findings, Is.Empty);
        var mqtt = map!.Mqtt.Single();
        Assert.That((mqtt.Name, mqtt.ClientId, mqtt.User, mqtt.Password), Is.EqualTo(("uns", "line-bridge", "bridge", "secret")));
        Assert.That((mqtt.Fields, mqtt.Retain, mqtt.Qos, mqtt.Settle), Is.EqualTo((MqttFields.Bare, false, 0, TimeSpan.Zero)));
        Assert.That(
            map.Tags.Tags.Select(tag => mqtt.PlaceOf(map.Tags, tag))
                .Select(place => place is null ? "-" : $"{place.Topic} {place.Rate.Interval} {place.Rate.OnChange}"),
            Is.EqualTo(
                new[]
                {
                    "acme/Line1/Motor/Speed 00:00:10 False",
                    "acme/Line1/Motor/Current 00:00:00.1000000 True",
                    "-",
                    "acme/Line1/Recipe/No 00:00:00.1000000 True",
                }
            )
        );
        Assert.That(
            map.Tags.Tags.Select(tag => mqtt.CommandTopicOf(map.Tags, tag)).OfType<string>(),
            Is.EqualTo(new[] { "acme/Line1/Recipe/No/write" })
        );
        Assert.That(mqtt.ToString(), Does.Not.Contain("secret"));
        Assert.That(MqttForecast.For(mqtt, map.Tags), Is.EqualTo(new MqttForecast(3, 3, 2.1)), "no faster than tags are scanned");
    }

    [Test]
    public void An_exclusion_alone_leaves_all_other_tags()
    {
        var (map, _) = Load(
            "[ { broker: mqtts://broker, tags: [ { exclude: \"**/Speed\" }, { include: Line2/Motor/Speed } ] } ]",
            plc: Two
        );
        Assert.That(
            map!
                .Tags.Tags.Where(tag => map.Mqtt[0].PlaceOf(map.Tags, tag) is not null)
                .Select(tag => $"{map.Tags.Plcs[tag.Plc].Name}/{tag.Name}"),
            Is.EqualTo(new[] { "Line1/Motor/Current", "Line2/Motor/Speed" })
        );
    }

    private const string Two =
        "{ name: Line1, host: 10.0.0.1, profile: s7-1500, tags: { Motor: { tags: { Speed: DB10.DBD4 Real, Current: DB10.DBD8 Real } } } }\n"
        + "  - { name: Line2, host: 10.0.0.2, profile: s7-1500, tags: { Motor: { tags: { Speed: DB10.DBD4 Real } } } }";

    [TestCase("broker", "write mqtt://broker")]
    [TestCase("broker:8883", "write mqtts://broker:8883")]
    [TestCase("tcp://broker:1883", "write mqtt://broker:1883")]
    [TestCase("ssl://broker:8883", "write mqtts://broker:8883")]
    [TestCase("wss://broker/mqtt", "WebSockets are not supported")]
    [TestCase("mqtt://broker:0", "write mqtts:// (or mqtt://), its name and its port")]
    [TestCase("http://broker", "write mqtts:// (or mqtt://), its name and its port")]
    [TestCase("mqtt://bridge:hunter2@broker", "'broker' has a login in it; user and password have keys of their own")]
    public void What_is_no_broker_is_refused(string broker, string words) =>
        Assert.That(
            Load($"[ {{ broker: \"{broker}\" }} ]").Findings,
            Has.Length.EqualTo(1).And.All.Contains(words).And.All.StartsWith("map.yaml:1:19: error: ").And.All.Not.Contains("hunter2")
        );

    [TestCase("{ qos: 1 }", "1:9: error: this entry names no broker; add 'broker: mqtts://broker.plant.local:8883'")]
    [TestCase("{ broker: mqtts://b, qos: 3 }", "1:35: error: 'qos' is the text '3'; write a whole number from 0 to 2")]
    [TestCase("{ broker: mqtts://b, publish: { keyFrame: 0 } }", "a whole number from 1 to 65535")]
    [TestCase("{ broker: mqtts://b, publish: { interval: 1s, onChange: 1s } }", "'interval' and 'onChange' exclude each other")]
    [TestCase("{ broker: mqtts://b, format: value, publish: { keyFrame: 2 } }", "there are no key frames")]
    [TestCase("{ broker: mqtts://b, format: pubsub-uadp, publish: { keyFrame: 2 } }", "all values of its fixed layout")]
    [TestCase("{ broker: mqtts://b, format: pubsub-uadp, fields: typed }", "a fixed layout of plain values")]
    [TestCase("{ broker: mqtts://b, fields: bare }", "'bare' is for 'format: value'")]
    [TestCase("{ broker: mqtts://b, format: value, fields: typed }", "'typed' is for 'format: pubsub-json'")]
    [TestCase("{ broker: mqtts://b, settle: 2min }", "a duration from 0ms to 1min")]
    [TestCase("{ broker: mqtts://b, password: x }", "a password goes with the name of a user; add 'user'")]
    [TestCase(
        "{ broker: mqtt://b, user: u, password: x }",
        "1:48: error: the password would go to b in clear text, and everybody on the network could read it; write 'broker: mqtts://b:8883'"
    )]
    [TestCase("{ broker: mqtt://b, certificate: own }", "a certificate needs TLS")]
    [TestCase("{ broker: mqtt://b, trust: stores }", "the broker shows no certificate")]
    [TestCase("{ broker: mqtts://b, trust: { file: ca.pem } }", "there is no file 'ca.pem'")]
    [TestCase("{ broker: mqtts://b, certificate: { file: client.pem } }", "a certificate needs both files")]
    [TestCase("{ broker: mqtts://b, name: a/b }", "'a/b' cannot be a level of a topic")]
    [TestCase("{ broker: mqtts://b, name: $edge }", "'$edge' cannot be a level of a topic")]
    [TestCase("{ broker: mqtts://b, topicPrefix: a//b }", "has an empty level")]
    [TestCase("{ broker: mqtts://b, topic: \"a/{plcs}\" }", "the topic has no placeholder '{plcs}'; did you mean 'plc'?")]
    [TestCase("{ broker: mqtts://b, topic: \"a/{plc\" }", "a brace without its other")]
    [TestCase("{ broker: mqtts://b, topic: \"a/#/{plc}\" }", "has the character '#', which no topic may have")]
    [TestCase("{ broker: mqtts://b, topic: \"/a/{plc}\" }", "has an empty level")]
    [TestCase("{ broker: mqtts://b, topic: \"$SYS/{plc}\" }", "begins with $, which brokers keep for themselves")]
    [TestCase("{ broker: mqtts://b, topic: \"opcua/json/status/{plc}\" }", "OPC UA PubSub has messages of its own")]
    [TestCase("{ broker: mqtts://b, format: value, topic: \"a/{plc}\" }", "neither {path} nor {tag}")]
    [TestCase("{ broker: mqtts://b, tags: [ {} ] }", "this choice names no tags")]
    [TestCase("{ broker: mqtts://b, tags: [ { include: \"**\", exclude: \"**\" } ] }", "two choices")]
    [TestCase("{ broker: mqtts://b, tags: [ { include: Line1/ } ] }", "write \"Line1/**\" for all that is below")]
    [TestCase(
        "{ broker: mqtts://b, tags: [ { exclude: Line1/Motor/Speed, publish: { interval: 1s } } ] }",
        "has no meaning for tags that are not published"
    )]
    [TestCase("{ broker: mqtts://b, commands: true }", "would let every message write every tag")]
    [TestCase("{ broker: mqtts://b, commands: {} }", "'commands' allows no tag")]
    [TestCase("{ broker: mqtts://b, commands: { allow: \"**\", user: mqqt } }", "there is no user 'mqqt'; did you mean 'mqtt'?")]
    [TestCase("{ broker: mqtts://b, commands: { allow: \"**\", topic: a } }", "each tag needs a topic of its own for its commands")]
    [TestCase("{ broker: mqtts://b, qoss: 1 }", "unknown key 'qoss' of a broker; did you mean 'qos'?")]
    [TestCase("{ broker: mqtts://b, buffer: { values: 10 } }", "a whole number from 1000 to 100000000")]
    public void What_cannot_be_meant_is_explained(string entry, string words) =>
        Assert.That(Load($"[ {entry} ]").Findings.Where(line => line.Contains(" error: ")), Has.Exactly(1).Items.And.All.Contains(words));

    [Test]
    public void A_password_may_go_without_tls_to_this_machine_or_where_it_is_confirmed()
    {
        Assert.That(Load("[ { broker: mqtt://127.0.0.1, user: u, password: x } ]").Findings, Is.Empty);
        Assert.That(Load("[ { broker: \"mqtt://[::1]:1884\", user: u, password: x } ]").Findings, Is.Empty);
        Assert.That(Load("[ { broker: mqtt://b, user: u, password: x, allowInsecure: true } ]").Findings, Is.Empty);
    }

    [TestCase(
        "{ broker: mqtts://a }, { broker: mqtts://b }",
        "1:32: error: the entry in line 1 has the name 'edge01' already, that of the server; give each"
    )]
    [TestCase(
        "{ name: a, broker: mqtts://a }, { name: A, broker: mqtts://b }",
        "the entry in line 1 has the name 'A' already; give each entry"
    )]
    [TestCase(
        "{ name: a, broker: mqtts://a, clientId: x }, { name: b, broker: mqtts://a, clientId: x }",
        "the client id 'x' stands in line 1 already, and a broker ends the older of two connections with one id"
    )]
    public void Two_entries_have_names_and_client_ids_of_their_own(string entries, string words) =>
        Assert.That(Load($"[ {entries} ]").Findings, Has.Length.EqualTo(1).And.All.Contains(words));

    [Test]
    public void The_password_stands_in_a_file_that_only_its_owner_reads_and_a_change_of_it_is_seen()
    {
        using var text = new MapText()
            .With("map.yaml", "mqtt: [ { broker: mqtts://b, user: u, password: { file: mqtt.txt } } ]" + Rest)
            .With("mqtt.txt", "hunter2\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(text.PathOf("mqtt.txt"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.OtherRead);
            Assert.That(text.Load().Findings, Has.Length.EqualTo(1).And.All.Contains("chmod 600 mqtt.txt"));
            File.SetUnixFileMode(text.PathOf("mqtt.txt"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }
        var (map, findings) = text.Load();
        Assert.That(findings, Is.Empty);
        Assert.That(map!.Mqtt[0].Password, Is.EqualTo("hunter2"));
        Assert.That(map.Files, Has.Some.EndsWith("mqtt.txt"));
        Assert.That(map.Texts, Has.None.EndsWith("mqtt.txt"));
    }

    [Test]
    public void In_a_cluster_the_name_of_the_node_makes_publisher_and_client_unique()
    {
        using var text = new MapText()
            .With(
                "map.yaml",
                "cluster: { name: c, node: n1, listen: 127.0.0.1:11111, secret: { file: c.txt }, members: { witness: 127.0.0.1:11200 } }\n"
                    + "mqtt: [ { name: plant, clientId: x, broker: mqtts://b }, { broker: mqtts://c } ]"
                    + Rest.Replace("name: edge01,", "name: edge01, namespace: urn:a,")
            )
            .With("c.txt", "0123456789abcdef");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(text.PathOf("c.txt"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        var (map, findings) = text.Load();
        Assert.That(findings.Where(line => line.Contains(" error: ")), Is.Empty);
        Assert.That(
            map!.Mqtt.Select(mqtt => (mqtt.Name, mqtt.PublisherId, mqtt.ClientId)),
            Is.EqualTo(new[] { ("plant", "plant-n1", "x-n1"), ("edge01", "edge01", "edge01") })
        );
    }

    [Test]
    public void It_stands_in_the_map_itself()
    {
        using var text = new MapText().With("map.yaml", "include: more.yaml" + Rest).With("more.yaml", "mqtt: [ { broker: mqtts://b } ]");
        Assert.That(
            text.Load().Findings,
            Has.Some.Contains("'mqtt' belongs to the whole bridge: move it into the map that includes this file")
        );
    }

    private static (BridgeMap? Map, string[] Findings) Load(string entries, string? plc = null)
    {
        var rest = plc is null ? Rest : Rest.Replace(Rest[Rest.IndexOf("{ name: Line1", StringComparison.Ordinal)..], plc);
        if (!entries.Contains("user: mq"))
            return MapText.Load($"mqtt: {entries}{rest}");
        using var text = new MapText().With("map.yaml", $"mqtt: {entries}{rest.Replace("anonymous: read", $"anonymous: read{Users}")}");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(text.PathOf("map.yaml"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        return text.Load();
    }
}
