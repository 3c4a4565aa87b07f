using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.Map.RawConfig.Cluster;
using S7OpcBridge.Map.RawConfig.Mqtt;
using S7OpcBridge.Map.RawConfig.Plcs;
using S7OpcBridge.Map.RawConfig.Server;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.RawConfig.Users;
using S7OpcBridge.Map.Reading;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

/// <summary>The design's keys, the loader, the schema and the documentation know the same words.</summary>
public sealed class KeyTests
{
    private static readonly KeyTable[] Tables =
    [
        MapReader.Table,
        ServerKeys.Table,
        UserKeys.Table,
        PlcKeys.Table,
        LoadKeys.Table,
        ReconnectKeys.Table,
        HeartbeatKeys.Table,
        ScanKeys.Table,
        TagKeys.Table,
        GroupKeys.Table,
        UseKeys.Table,
        FromKeys.Table,
        BrowseKeys.Table,
        S7PlusKeys.PasswordTable,
        ScaleKeys.Table,
        ClusterKeys.Table,
        ClusterMembersKeys.Table,
        AlarmSettingsKeys.Table,
        AlarmSettingsKeys.Class,
        AlarmKeys.Table,
        AlarmKeys.Acknowledgement,
        AlarmListKeys.Table,
        WebKeys.Table,
        MqttKeys.Table,
        MqttTlsKeys.Certificate,
        MqttTagKeys.Publish,
        MqttTagKeys.Rule,
        MqttTagKeys.Buffer,
        MqttCommandKeys.Table,
    ];

    [TestCase(
        "server",
        "name namespace endpoint advertise security allowInsecure anonymous users certificates discovery maxSessions maxMonitoredItems maxConnections "
            + "maxChunks maxMessageSize maxNesting maxPublishRequests maxContinuationPoints"
    )]
    [TestCase("user", "name password roles")]
    [TestCase(
        "PLC",
        "name host port second bind simulate profile rack slot localTsap remoteTsap connection pduSize maxItems maxJobs load timeout reconnect stale timezone "
            + "encoding enabled writes stopIsUncertain passwordFile scan tags allowOutputs protocol password certificate subscriptions"
    )]
    [TestCase(
        "tag",
        "name address offset symbol type scan access description unit range limits deadband scale states timestamp uaType nodeId snapshot simulate"
    )]
    [TestCase("alarm", "class text when highHigh high low lowLow hysteresis delay exclusive ack")]
    [TestCase("alarm class", "severity ack confirm")]
    [TestCase("load ceiling", "requestsPerSecond busy")]
    [TestCase("reconnect setting", "first max")]
    [TestCase("scan class", "interval demand")]
    [TestCase("web", "listen health certificate key edit")]
    [TestCase("tag map", "server web plcs templates types")]
    [TestCase("template use", "use for name")]
    [TestCase("group", "group db scan access tags")]
    [TestCase("cluster", "name node listen secret members redundancy")]
    [TestCase("broker", "broker user password certificate format topic publish tags buffer retain qos commands")]
    [TestCase("choice of tags", "include exclude")]
    [TestCase("list of nodes", "postgres redis witness")]
    public void Every_key_of_the_design_is_known(string noun, string keys) =>
        Assert.That(Tables.Single(t => t.Noun == noun).Names, Is.SupersetOf(keys.Split(' ')));

    [Test]
    public void Every_key_is_explained_in_the_documentation()
    {
        var text = File.ReadAllText(Repository.PathOf("docs/tag-map.md"));
        var missing = Tables.SelectMany(t => t.Keys.Select(k => $"{t.Noun}: {k.Name}")).Where(k => !text.Contains($"`{k.Split(": ")[1]}`"));
        Assert.That(missing, Is.Empty);
    }

    [TestCaseSource(nameof(ConfigFiles))]
    public void Every_map_of_the_repository_is_without_findings(string path)
    {
        var findings = new FindingList();
        var map = MapLoader.Load(Repository.PathOf(path), findings);
        Assert.That(findings.Sorted, Is.Empty);
        Assert.That(map, Is.Not.Null);
        Assert.That(File.ReadLines(Repository.PathOf(path)).First(), Does.StartWith("# yaml-language-server: $schema="));
    }

    [Test]
    public void The_demo_plant_is_what_a_first_client_needs()
    {
        var map = MapLoader.Load(Repository.PathOf("config/bridge.yaml"), new FindingList())!;
        Assert.That(map.Server.Endpoint.OriginalString, Is.EqualTo("opc.tcp://localhost:4840"));
        Assert.That(map.Server.Security, Is.EqualTo(new[] { "None" }));
        Assert.That(map.Server.Anonymous, Is.EqualTo(AnonymousAccess.Read));
        Assert.That(map.Tags.Plcs, Has.Length.EqualTo(3).And.All.Property("Simulated").True);
        Assert.That(map.Profiles, Is.Unique);
        Assert.That(map.Tags.Tags.Length, Is.InRange(150, 300));
    }

    [Test]
    public void A_mapping_has_64_keys_at_most() =>
        Assert.That(
            static () => new KeyTable<object>("tag", new MapKey<object>[65]),
            Throws.InstanceOf<ArgumentOutOfRangeException>(),
            "the 65th would count as given twice where the first is given"
        );

    [Test]
    public void Two_thousand_tags_of_a_real_line_fit_on_two_screens()
    {
        var path = Repository.PathOf("config/examples/bottling-line.yaml");
        Assert.That(MapLoader.Load(path, new FindingList())!.Tags.Tags.Length, Is.GreaterThanOrEqualTo(2000));
        Assert.That(File.ReadLines(path).Count(), Is.LessThan(100));
    }

    private static IEnumerable<string> ConfigFiles() =>
        Directory
            .EnumerateFiles(Repository.PathOf("config"), "*.yaml", SearchOption.AllDirectories)
            .Where(file => File.ReadAllText(file).Contains("\nplcs:"))
            .Select(file => Path.GetRelativePath(Repository.Root, file).Replace('\\', '/'));
}
