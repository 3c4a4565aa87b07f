using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Web.Metrics;

/// <summary>Metrics of the OPC UA server and of the path from the acquisition to it.</summary>
internal static class ServerMetrics
{
    public static readonly Metric[] All =
    [
        Define("opcua_connections", MetricKind.Gauge, "TCP connections of clients.", static server => server.Connections),
        Define("opcua_sessions", MetricKind.Gauge, "Sessions.", static server => server.Sessions),
        Define("opcua_sessions_made_total", MetricKind.Counter, "Sessions made so far.", static server => server.SessionsSoFar.Made),
        Define(
            "opcua_sessions_refused_total",
            MetricKind.Counter,
            "Attempts at a session that were " + "refused.",
            static server => server.SessionsSoFar.Refused
        ),
        Define("opcua_subscriptions", MetricKind.Gauge, "Subscriptions.", static server => server.Subscriptions),
        Define("opcua_monitored_items", MetricKind.Gauge, "Monitored items.", static server => server.MonitoredItems),
        new(
            "s7opcbridge_opcua_client_memory_bytes",
            MetricKind.Gauge,
            "Memory held for clients, by purpose.",
            static (view, sink) =>
            {
                var byKind = view.Server.Figures().ClientMemory.ByKind;
                foreach (var kind in Enum.GetValues<ClientMemoryKind>())
                    sink.Value(byKind[(int)kind], new Labels("kind", kind.ToString()));
            }
        ),
        Define(
            "opcua_client_memory_limit_bytes",
            MetricKind.Gauge,
            "Limit of the memory held for all " + "clients.",
            static server => server.ClientMemory.Most
        ),
        Define(
            "opcua_client_memory_gave_way_total",
            MetricKind.Counter,
            "How often the client that held the most memory had to release it because the limit was " + "reached.",
            static server => server.ClientMemory.GaveWay
        ),
        Publishing("opcua_notifications_total", "Values and events sent to subscribers.", static sum => sum.Notifications),
        Publishing("opcua_events_total", "Events among them.", static sum => sum.Events),
        Publishing(
            "opcua_overflows_total",
            "Values and events that were overwritten in the queue of a monitored item before they were " + "sent.",
            static sum => sum.Overflows
        ),
        Publishing("opcua_discarded_messages_total", "Messages dropped before the client acknowledged them.", static sum => sum.Discarded),
        Publishing("opcua_publishing_cycles_total", "Publishing cycles of all subscriptions.", static sum => sum.Cycles),
        Publishing("opcua_publishing_lateness_seconds_total", "Total delay of these cycles.", static sum => sum.Lateness.TotalSeconds),
        Publishing(
            "opcua_unserved_cycles_total",
            "Publishing cycles with notifications but without a Publish request of the " + "client.",
            static sum => sum.Unserved
        ),
        new(
            "s7opcbridge_queued_batches",
            MetricKind.Gauge,
            "Batches of changed values waiting to be published.",
            static (view, sink) => sink.Value(view.Plcs.Queue().Waiting)
        ),
        new(
            "s7opcbridge_queue_capacity_batches",
            MetricKind.Gauge,
            "Limit of waiting batches; at the limit, reading is " + "delayed.",
            static (view, sink) => sink.Value(view.Plcs.Queue().Capacity)
        ),
        Define(
            "standstills",
            MetricKind.Gauge,
            "Loops of the bridge that stand still though work waits; anything but 0 is a " + "bug.",
            static server => server.Standstills
        ),
        Define(
            "restarts_total",
            MetricKind.Counter,
            "Failed loops of the bridge that were restarted; anything but 0 is a " + "bug.",
            static server => server.Restarts
        ),
        Define("map_loads_total", MetricKind.Counter, "Maps applied so far, including the first.", static server => server.MapLoads),
        Define(
            "map_findings",
            MetricKind.Gauge,
            "Errors of the map on disk, for which it was refused; 0: it is the one that " + "runs.",
            static server => server.MapFindings
        ),
    ];

    private static Metric Define(string name, MetricKind kind, string help, Func<ServerFigures, double> value) =>
        new($"s7opcbridge_{name}", kind, help, (view, sink) => sink.Value(value(view.Server.Figures())));

    private static Metric Publishing(string name, string help, Func<PublishedFigures, double> value) =>
        new($"s7opcbridge_{name}", MetricKind.Counter, help, (view, sink) => sink.Value(value(view.Server.Published())));
}
