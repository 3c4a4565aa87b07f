namespace S7OpcBridge.Web.Metrics;

/// <summary>The entries of <c>mqtt</c>; absent where the map has none.</summary>
internal static class MqttMetrics
{
    public static readonly Metric[] All =
    [
        Define("connected", MetricKind.Gauge, "1: the broker has admitted the bridge.", static entry => entry.IsConnected ? 1 : 0),
        Define("tags", MetricKind.Gauge, "Tags that are published.", static entry => entry.Tags),
        Define("messages_total", MetricKind.Counter, "Messages that the broker has taken.", static entry => entry.Messages),
        Define("values_total", MetricKind.Counter, "Values in these messages.", static entry => entry.Values),
        Define("inflight_messages", MetricKind.Gauge, "Messages that the broker has not acknowledged yet.", static entry => entry.InFlight),
        Define(
            "waiting_messages",
            MetricKind.Gauge,
            "Messages that wait, because the broker is away or slower.",
            static entry => entry.WaitingMessages
        ),
        Define("waiting_values", MetricKind.Gauge, "Values in these messages.", static entry => entry.WaitingValues),
        Define(
            "lost_values_total",
            MetricKind.Counter,
            "Values that were lost because the buffer was full or they were too old.",
            static entry => entry.LostValues
        ),
        Define("reconnects_total", MetricKind.Counter, "Connections after the first.", static entry => entry.Reconnects),
        Define("commands_total", MetricKind.Counter, "Writes by a message that were carried out.", static entry => entry.Commands),
        Define(
            "refused_commands_total",
            MetricKind.Counter,
            "Writes by a message that were refused, or failed at the PLC.",
            static entry => entry.RefusedCommands
        ),
    ];

    private static Metric Define(string name, MetricKind kind, string help, Func<MqttState, double> value) =>
        new(
            $"s7opcbridge_mqtt_{name}",
            kind,
            help,
            (view, sink) =>
            {
                foreach (var entry in view.Mqtt())
                    sink.Value(value(entry), new Labels("entry", entry.Name));
            }
        );
}
