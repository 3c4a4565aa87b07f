using S7OpcBridge.Clustering;
using S7OpcBridge.Commands;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web;
using S7OpcBridge.Web.Metrics;
using S7OpcBridge.Web.Tests;

namespace S7OpcBridge.Tests;

/// <summary>What a node says about its cluster: in words, as a service level, to clients, as figures.</summary>
public sealed class ClusterStateTests
{
    private static readonly ClusterState Well = new(
        "plant-a",
        "edge01",
        7,
        "aa11",
        null,
        "postgres",
        null,
        [
            new("edge01", "10.0.0.11:11111", "aa11", "urn:s7opcbridge:edge01", "edge01", ["opc.tcp://edge01:4840"], 251, true),
            new("edge02", "10.0.0.12:11111", "aa11", "urn:s7opcbridge:edge02", "edge02", ["opc.tcp://edge02:4840"], 254, true),
        ],
        [
            new("Line1", "edge01", false, true),
            new("Line2", "edge02", true, true),
            new("Line3", "edge02", false, true),
            new("Line4", "edge01", false, true),
        ],
        [new("edge02", 1000, 2000, 3, 1, 5, 0.002)]
    );

    private static readonly ClusterState Deaf = Well with
    {
        Plcs = [.. Well.Plcs.Select(plc => plc with { IsServed = plc.Owner == "edge01" })],
    };

    [Test]
    public void Where_all_is_well_nothing_is_said() => Assert.That(Well.Troubles(), Is.Empty);

    [Test]
    public void What_is_wrong_is_said_with_names()
    {
        Assert.That(Deaf.Troubles(), Is.EqualTo(new[] { "No values arrive from node edge02 for Line2, Line3." }));
        Assert.That(
            (Well with { Fence = "it was frozen for 4 s" }).Troubles(),
            Is.EqualTo(new[] { "Node edge01 does not talk to any PLC: it was frozen for 4 s." })
        );
        Assert.That(
            (Well with { StoreFault = "connection refused" }).Troubles().Single(),
            Does.StartWith("The list of nodes in postgres cannot be reached " + "(connection refused): values go on")
        );
        Assert.That(
            (Well with { MapHash = "bb22", Nodes = [Well.Nodes[1]] }).Troubles(),
            Is.EqualTo(new[] { "Node edge02 runs another map (aa11, here bb22); give both the same files." })
        );
        Assert.That(
            (Well with { Plcs = [.. Enumerable.Range(1, 7).Select(i => new ClusterPlc($"P{i}", null, false, false))] }).Troubles(),
            Is.EqualTo(new[] { "No node reads P1, P2, P3, P4, P5 and 2 more PLCs." })
        );
    }

    [Test]
    public void A_node_that_ought_to_be_there_is_missed_with_its_name_and_since_when()
    {
        var alone = Well with
        {
            Nodes = [Well.Nodes[0]],
            Missing = [new ClusterMissingNode("edge02", "10.0.0.12:11111", new DateTimeOffset(2026, 11, 27, 9, 30, 5, TimeSpan.Zero))],
        };
        Assert.That(
            alone.Troubles(),
            Is.EqualTo(
                new[]
                {
                    "Node edge02 is missing since 2026-11-27 09:30:05 UTC: start it, or, if it left for good, 's7opcbridge cluster forget edge02'.",
                }
            )
        );
        using var text = new StringWriter();
        ClusterText.Write(alone, 255, text);
        Assert.That(text.ToString(), Does.Contain("1 of 2 nodes").And.Contain("missing").And.Not.Contain("All nodes run the same map"));
    }

    [Test]
    public void The_service_level_is_healthy_less_the_load_degraded_by_what_is_missing_and_one_without_data()
    {
        Assert.Multiple(() =>
        {
            Assert.That(ServiceLevels.Compute(Well, 0, 0), Is.EqualTo(255));
            Assert.That(ServiceLevels.Compute(Well, 4, 0.01), Is.EqualTo(251), "a session costs one");
            Assert.That(ServiceLevels.Compute(Well, 4, 0.5), Is.EqualTo(228), "or the share of the memory");
            Assert.That(ServiceLevels.Compute(Well, 5000, 1), Is.EqualTo(200), "load alone does not degrade");
            Assert.That(ServiceLevels.Compute(Deaf, 0, 0), Is.EqualTo(101), "half of the PLCs");
            Assert.That(ServiceLevels.Compute(Well with { Plcs = [new ClusterPlc("Line1", null, false, false)] }, 0, 0), Is.EqualTo(2));
            Assert.That(ServiceLevels.Compute(Well with { Fence = "it is no member." }, 0, 0), Is.EqualTo(1));
            Assert.That(ServiceLevels.Compute(null, 0, 0), Is.EqualTo(1), "not yet joined");
        });
    }

    [Test]
    public void One_PLC_of_many_that_is_missing_is_degraded_too()
    {
        var many = Well with { Plcs = [.. Enumerable.Range(1, 2000).Select(i => new ClusterPlc($"P{i}", "edge02", false, i > 1))] };
        Assert.That(ServiceLevels.Compute(many, 0, 0), Is.EqualTo(199));
    }

    [Test]
    public void The_redundant_set_has_this_node_even_before_it_has_joined_and_all_in_one_order()
    {
        using var folder = new MapText()
            .With("cluster.txt", "0123456789abcdef\n")
            .With(
                "map.yaml",
                """
                server: { name: edge02, namespace: "urn:plant:tags", endpoint: "opc.tcp://127.0.0.1:4840", anonymous: read, security: [None] }
                cluster: { name: plant-a, node: edge02, listen: "127.0.0.1:11111", secret: { file: cluster.txt }, members: { witness: "127.0.0.1:11200" } }
                plcs: []
                """
            );
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(folder.PathOf("cluster.txt"), UnixFileMode.UserRead);
        var map = folder.Load().Map!;
        ClusterState? state = null;
        var set = ClusterServers.From(map, () => state)!;
        Assert.That(set.Servers().Single().ApplicationUri, Is.EqualTo("urn:s7opcbridge:edge02"));
        state = Well with { Node = "edge02", Nodes = [Well.Nodes[1], Well.Nodes[0] with { IsReached = false }] };
        Assert.That(
            set.Servers().Select(server => $"{server.ApplicationUri} {server.ServiceLevel} {server.State}"),
            Is.EqualTo(new[] { "urn:s7opcbridge:edge01 0 Unknown", $"urn:s7opcbridge:edge02 255 {nameof(ServerState.Running)}" })
        );
        Assert.That(ClusterServers.From(map with { Cluster = map.Cluster! with { IsHot = false } }, () => state), Is.Null);
        Assert.That(ClusterServers.From(map with { Cluster = null }, () => state), Is.Null);
    }

    [Test]
    public void The_text_names_nodes_PLCs_links_and_troubles()
    {
        using var text = new StringWriter();
        ClusterText.Write(Deaf, 101, text);
        var lines = text.ToString()
            .Split('\n')
            .Select(line => string.Join(' ', line.Split(' ', StringSplitOptions.RemoveEmptyEntries)))
            .ToArray();
        Assert.That(
            lines[0],
            Does.StartWith(
                "Cluster plant-a as node edge01 sees it: view 7, 2 nodes, 4 PLCs, map aa11, members in postgres, " + "service level 101"
            )
        );
        Assert.That(
            lines,
            Has.Member("edge01 (this) 10.0.0.11:11111 opc.tcp://edge01:4840 aa11 251 2")
                .And.Member("Line2 edge02 no values")
                .And.Member("edge02 1000 2000 1 5 2.0 ms")
                .And.Member("No values arrive from node edge02 for Line2, Line3.")
        );
    }

    [Test]
    public void The_figures_are_there_in_a_cluster_only()
    {
        var sink = new Figures();
        ClusterState? state = null;
        var figures = NoBridge.View(TimeProvider.System) with { Cluster = () => state };
        foreach (var metric in ClusterMetrics.All.Where(metric => metric.Name.StartsWith("s7opcbridge_cluster_", StringComparison.Ordinal)))
            metric.Read(figures, sink.Of(metric.Name));
        Assert.That(sink.Values, Is.Empty);
        state = Deaf with { Fence = null };
        foreach (var metric in ClusterMetrics.All.Where(metric => metric.Name.StartsWith("s7opcbridge_cluster_", StringComparison.Ordinal)))
            metric.Read(figures, sink.Of(metric.Name));
        Assert.Multiple(() =>
        {
            Assert.That(sink.Values[("s7opcbridge_cluster_members", "")], Is.EqualTo(2));
            Assert.That(sink.Values[("s7opcbridge_cluster_plcs_owned", "")], Is.EqualTo(2));
            Assert.That(sink.Values[("s7opcbridge_cluster_plcs_missing", "")], Is.EqualTo(2));
            Assert.That(sink.Values[("s7opcbridge_cluster_link_received_values_total", "edge02")], Is.EqualTo(2000));
            Assert.That(sink.Values[("s7opcbridge_cluster_node_map_differs", "edge02")], Is.Zero);
        });
    }

    [Test]
    public async Task Without_a_bridge_or_without_a_cluster_the_command_says_so()
    {
        using var error = new StringWriter();
        Assert.That(
            await CommandLine.RunAsync(["cluster", "status", "no-such-map.yaml"], TextWriter.Null, error, CancellationToken.None),
            Is.EqualTo(1)
        );
        Assert.That(error.ToString(), Does.StartWith("s7opcbridge: no bridge is running with no-such-map.yaml as this user"));
        using var usage = new StringWriter();
        string[] wrong = ["cluster", "status", "a.yaml", "--format", "xml"];
        Assert.That(await CommandLine.RunAsync(wrong, TextWriter.Null, usage, CancellationToken.None), Is.EqualTo(2));
    }

    [Test]
    [CancelAfter(60_000)]
    public async Task A_bridge_that_runs_alone_has_no_cluster_to_show(CancellationToken cancellationToken)
    {
        using var map = new MapText().With(
            "map.yaml",
            $$"""
            server: { anonymous: read, security: [None], endpoint: "opc.tcp://127.0.0.1:{{FreePort.Next()}}" }
            web: false
            plcs: []
            """
        );
        await using var bridge = await BridgeHere.StartAsync(map.PathOf("map.yaml"), cancellationToken);
        using var error = new StringWriter();
        Assert.That(
            await CommandLine.RunAsync(["cluster", "status", map.PathOf("map.yaml")], TextWriter.Null, error, cancellationToken),
            Is.EqualTo(1)
        );
        Assert.That(error.ToString(), Does.Contain("runs without a cluster"));
    }

    private sealed class Figures : MetricSink
    {
        private string _name = "";

        public Dictionary<(string Name, string Node), double> Values { get; } = [];

        public Figures Of(string name)
        {
            _name = name;
            return this;
        }

        public override void Value(double value, in Labels labels = default) => Values.Add((_name, labels.Value1 ?? ""), value);

        public override void Histogram(Core.CycleTimes times, in Labels labels) => throw new NotSupportedException();
    }
}
