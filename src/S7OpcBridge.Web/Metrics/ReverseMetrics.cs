using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Web.Metrics;

/// <summary>The clients that the server dials (reverse connect); absent where the map has none.</summary>
internal static class ReverseMetrics
{
    public static readonly Metric[] All =
    [
        Define(
            "reached",
            MetricKind.Gauge,
            "1: a connection to the client stands, with a channel or waiting for one.",
            static client => client.State is ReverseState.Waiting or ReverseState.Connected ? 1 : 0
        ),
        Define(
            "channels",
            MetricKind.Gauge,
            "Secure channels of the client on connections made by the server.",
            static client => client.Channels
        ),
        Define("dials_total", MetricKind.Counter, "Connections tried.", static client => client.Dials),
        Define(
            "failures_total",
            MetricKind.Counter,
            "Of these, connections that were not made or ended before the client opened a channel.",
            static client => client.Failures
        ),
    ];

    private static Metric Define(string name, MetricKind kind, string help, Func<ReverseStatus, double> value) =>
        new(
            $"s7opcbridge_opcua_reverse_{name}",
            kind,
            help,
            (view, sink) =>
            {
                foreach (var client in view.Server.ReverseConnections())
                    sink.Value(value(client), new Labels("client", client.Client));
            }
        );
}
