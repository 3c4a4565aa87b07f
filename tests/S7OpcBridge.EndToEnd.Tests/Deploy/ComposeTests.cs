namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The compose files: what they mount is there, what they ask for is served.</summary>
[TestFixture, Parallelizable]
public sealed class ComposeTests
{
    private const string Folder = "deploy/compose";

    private static readonly object Compose = YamlTree.Load(Shipped.Read($"{Folder}/compose.yaml"));

    [Test]
    public void Files_and_folders_that_are_mounted_exist_and_volumes_and_networks_are_declared()
    {
        foreach (var (name, service) in YamlTree.Map(Compose, "services"))
        {
            foreach (var source in YamlTree.List(service, "volumes").Select(mount => ((string)mount).Split(':')[0]))
            {
                if (source.StartsWith('.'))
                    Assert.That(Path.Exists(Shipped.PathOf($"{Folder}/{source}")), $"{name}: {source}");
                else
                    Assert.That(YamlTree.Map(Compose, "volumes").Keys, Has.Member(source), name);
            }
            Assert.That(YamlTree.Map(Compose, "networks").Keys, Is.SupersetOf(YamlTree.List(service, "networks")), name);
            Assert.That(YamlTree.List(service, "cap_drop"), Is.EqualTo(new[] { "ALL" }), name);
            foreach (var port in YamlTree.List(service, "ports"))
                Assert.That(
                    port,
                    Does.StartWith("127.0.0.1:").Or.StartWith("${S7OPCBRIDGE_BIND:-127.0.0.1}:"),
                    $"{name}: nothing is open to the network unless somebody wants it"
                );
        }
    }

    [Test]
    public void The_bridge_is_built_from_the_Dockerfile_and_writes_where_the_image_does()
    {
        var context = Shipped.PathOf($"{Folder}/{YamlTree.Text(Compose, "services/s7opcbridge/build")}");
        Assert.That(File.Exists(Path.Combine(context, "Dockerfile")));
        Assert.That(YamlTree.Text(Compose, "services/s7opcbridge/read_only"), Is.EqualTo("true"));
        Assert.That(
            YamlTree.List(Compose, "services/s7opcbridge/tmpfs").Single(),
            Is.EqualTo($"{Shipped.Scratch}:uid=1654,gid=1654,mode=0700")
        );
        Assert.That(YamlTree.List(Compose, "services/s7opcbridge/volumes"), Is.EqualTo(new[] { "certs:/certs", "state:/state" }));
        Assert.That(YamlTree.List(Compose, "services/s7opcbridge/ports").Single(), Does.EndWith($":{Shipped.OpcUaPort}"));
        var plant = YamlTree.Load(Shipped.Read($"{Folder}/plant.yaml"));
        Assert.That(YamlTree.List(plant, "services/s7opcbridge/volumes"), Is.EqualTo(new[] { "./config:/config:ro" }));
    }

    [Test]
    public async Task The_nodes_of_the_cluster_have_names_ports_and_stores_of_their_own_and_one_map(CancellationToken cancellationToken)
    {
        var services = YamlTree.Map(YamlTree.Load(Shipped.Read($"{Folder}/cluster.yaml")), "services");
        var nodes = services.Where(service => service.Key.StartsWith("edge", StringComparison.Ordinal)).ToArray();
        Assert.That(nodes, Has.Length.EqualTo(3));
        Assert.That(nodes.Select(node => YamlTree.Text(node.Value, "environment/NODE")), Is.EqualTo(nodes.Select(node => node.Key)));
        Assert.That(nodes.Select(node => YamlTree.Text(node.Value, "environment/OPCUA_PORT")), Is.Unique);
        Assert.That(nodes.Select(node => YamlTree.List(node.Value, "volumes")[1]), Is.Unique, "the stores are each node's own");
        Assert.That(nodes.Select(node => YamlTree.List(node.Value, "volumes")[0]), Is.All.EqualTo("./cluster:/config:ro"));
        foreach (var node in nodes)
        {
            var endpoint = YamlTree.Text(node.Value, "environment/OPCUA_PORT");
            Assert.That(YamlTree.List(node.Value, "ports").Single(), Is.EqualTo($"${{S7OPCBRIDGE_BIND:-127.0.0.1}}:{endpoint}:{endpoint}"));
        }
        var files = new Dictionary<string, string> { ["bridge.yaml"] = Shipped.Read($"{Folder}/cluster/bridge.yaml") };
        (string, string)[] variables =
        [
            ("NODE", "edge01"),
            ("OPCUA_PORT", "4841"),
            ("DB_PASSWORD", "secret"),
            ("LINE1_HOST", "192.168.10.20"),
        ];
        Assert.That(await MapWithSecrets.ValidateAsync(files, "bridge.yaml", variables, cancellationToken), Does.Contain("1 PLC, 2 tags"));
    }

    [Test]
    public async Task The_broker_is_where_the_map_looks_for_it_and_takes_its_configuration(CancellationToken cancellationToken)
    {
        var more = YamlTree.Load(Shipped.Read($"{Folder}/mqtt.yaml"));
        Assert.That(YamlTree.List(more, "services/s7opcbridge/volumes"), Is.EqualTo(new[] { "./mqtt:/config:ro" }));
        Assert.That(
            YamlTree.List(more, "services/s7opcbridge/networks"),
            Is.SupersetOf(YamlTree.List(more, "services/mosquitto/networks"))
        );
        Assert.That(YamlTree.List(more, "services/mosquitto/cap_drop"), Is.EqualTo(new[] { "ALL" }));
        Assert.That(YamlTree.List(more, "services/mosquitto/ports"), Is.EqualTo(new[] { "127.0.0.1:1883:1883" }));
        var map = YamlTree.Load(Shipped.Read($"{Folder}/mqtt/bridge.yaml"));
        foreach (var entry in YamlTree.List(map, "mqtt"))
            Assert.That(YamlTree.Text(entry, "broker"), Is.EqualTo("mqtt://mosquitto:1883"));
        var files = new Dictionary<string, string> { ["bridge.yaml"] = Shipped.Read($"{Folder}/mqtt/bridge.yaml") };
        Assert.That(await MapWithSecrets.ValidateAsync(files, "bridge.yaml", [], cancellationToken), Does.Contain("1 PLC, 3 tags"));
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
    }

    [Test]
    public void Prometheus_asks_the_bridge_where_it_serves_its_metrics()
    {
        var prometheus = YamlTree.Load(Shipped.Read("deploy/prometheus/prometheus.yaml"));
        Assert.That(YamlTree.List(Compose, "services/prometheus/command"), Has.Member("--config.file=/etc/prometheus/prometheus.yaml"));
        Assert.That(
            YamlTree.Text(prometheus, "scrape_configs/0/static_configs/0/targets/0"),
            Is.EqualTo($"s7opcbridge:{Shipped.HealthPort}")
        );
        Assert.That(YamlTree.Text(Shipped.ContainerMap, "web/health/metrics"), Is.EqualTo("true"));
        foreach (var rules in YamlTree.List(prometheus, "rule_files"))
            Assert.That(File.Exists(Shipped.PathOf($"deploy/prometheus/{rules}")), $"{rules}");
    }

    [Test]
    public void Grafana_finds_Prometheus_and_the_dashboard()
    {
        var source = YamlTree.Load(Shipped.Read($"{Folder}/grafana/datasources.yaml"));
        Assert.That(YamlTree.Text(source, "datasources/0/url"), Is.EqualTo("http://prometheus:9090"));
        Assert.That(YamlTree.Text(source, "datasources/0/isDefault"), Is.EqualTo("true"), "the dashboard takes the default");
        var provider = YamlTree.Load(Shipped.Read($"{Folder}/grafana/dashboards.yaml"));
        var folder = YamlTree.Text(provider, "providers/0/options/path");
        Assert.That(YamlTree.List(Compose, "services/grafana/volumes"), Has.Member($"../grafana:{folder}:ro"));
        var home = YamlTree.Text(Compose, "services/grafana/environment/GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH");
        Assert.That(Path.GetDirectoryName(home), Is.EqualTo(folder));
        Assert.That(File.Exists(Shipped.PathOf($"deploy/grafana/{Path.GetFileName(home)}")));
    }
}
