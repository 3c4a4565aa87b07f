namespace S7OpcBridge.Web.Metrics;

/// <summary>Metrics of the cluster; absent without one.</summary>
internal static class ClusterMetrics
{
    public static readonly Metric[] All =
    [
        new(
            "s7opcbridge_service_level",
            MetricKind.Gauge,
            "Service level that clients see, 0 to 255: 200 and more is healthy, 2 to 199 degraded, 1 no data, 0 " + "being stopped.",
            static (view, sink) => sink.Value(view.Server.Figures().ServiceLevel)
        ),
        Gauge("members", "Nodes of the cluster that are alive.", static cluster => cluster.Nodes.Count),
        Gauge(
            "expected_members",
            "Nodes of the cluster that ought to be alive: those that are, and those that were in the last seven days.",
            static cluster => cluster.ExpectedNodes
        ),
        Each(
            "node_missing_since_timestamp_seconds",
            MetricKind.Gauge,
            "Since when a node that ought to be alive is not, in seconds since 1970; absent of one " + "that is.",
            static (cluster, sink) =>
            {
                foreach (var node in cluster.Missing ?? [])
                    sink.Value(node.Since.ToUnixTimeSeconds(), new Labels("node", node.Name));
            }
        ),
        Gauge(
            "view_version",
            "Version of the list of nodes; grows with every change, the same on all nodes.",
            static cluster => cluster.View
        ),
        Gauge(
            "fenced",
            "1 while this node must not talk to any PLC: frozen, cut off or no member.",
            static cluster => cluster.Fence is null ? 0 : 1
        ),
        Gauge(
            "store_reachable",
            "1 while the list of nodes can be reached; without it no node can join or take over.",
            static cluster => cluster.StoreFault is null ? 1 : 0
        ),
        Gauge("plcs_owned", "PLCs that this node reads.", static cluster => cluster.OwnPlcs),
        Gauge("plcs_missing", "PLCs whose values do not reach this node.", static cluster => cluster.MissingPlcs),
        Each(
            "node_map_differs",
            MetricKind.Gauge,
            "1: this node of the cluster runs another map.",
            static (cluster, sink) =>
            {
                foreach (var node in cluster.Nodes)
                    sink.Value(node.MapHash is not null && node.MapHash != cluster.MapHash, new Labels("node", node.Name));
            }
        ),
        Link("sent_values_total", MetricKind.Counter, "Values sent to another node.", static link => link.SentValues),
        Link("received_values_total", MetricKind.Counter, "Values received from another node.", static link => link.ReceivedValues),
        Link("sent_batches_total", MetricKind.Counter, "Batches sent to another node.", static link => link.SentBatches),
        Link(
            "snapshots_total",
            MetricKind.Counter,
            "Complete images received from another node, each after a connect or a " + "gap.",
            static link => link.Snapshots
        ),
        Link(
            "coalesced_values_total",
            MetricKind.Counter,
            "Values that a newer one replaced before they could be sent, because the other node was " + "slow.",
            static link => link.Coalesced
        ),
        Link("lag_seconds", MetricKind.Gauge, "How old the newest batch of another node was on arrival.", static link => link.Lag),
    ];

    private static Metric Gauge(string name, string help, Func<ClusterState, double> value) =>
        Each(name, MetricKind.Gauge, help, (cluster, sink) => sink.Value(value(cluster)));

    private static Metric Link(string name, MetricKind kind, string help, Func<ClusterLink, double> value) =>
        Each(
            $"link_{name}",
            kind,
            help,
            (cluster, sink) =>
            {
                foreach (var link in cluster.Links)
                    sink.Value(value(link), new Labels("node", link.Node));
            }
        );

    private static Metric Each(string name, MetricKind kind, string help, Action<ClusterState, MetricSink> read) =>
        new(
            $"s7opcbridge_cluster_{name}",
            kind,
            help,
            (view, sink) =>
            {
                if (view.Cluster() is { } cluster)
                    read(cluster, sink);
            }
        );
}
