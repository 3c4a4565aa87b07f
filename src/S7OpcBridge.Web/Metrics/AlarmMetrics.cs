namespace S7OpcBridge.Web.Metrics;

/// <summary>Counts of alarms by class and state.</summary>
internal static class AlarmMetrics
{
    public static readonly Metric[] All =
    [
        new(
            "s7opcbridge_alarms",
            MetricKind.Gauge,
            "Alarms by class and state: active, unacknowledged, unconfirmed, shelved, disabled; one may be in several of them. "
                + "Class _system is that of PLCs and certificates.",
            static (view, sink) =>
                Each(
                    view,
                    (counts, labels) =>
                    {
                        sink.Value(counts.Active, labels.With("state", "active"));
                        sink.Value(counts.Unacknowledged, labels.With("state", "unacknowledged"));
                        sink.Value(counts.Unconfirmed, labels.With("state", "unconfirmed"));
                        sink.Value(counts.Shelved, labels.With("state", "shelved"));
                        sink.Value(counts.Disabled, labels.With("state", "disabled"));
                    }
                )
        ),
        new(
            "s7opcbridge_alarms_defined",
            MetricKind.Gauge,
            "Alarms that the map defines, by class.",
            static (view, sink) => Each(view, (counts, labels) => sink.Value(counts.Total, labels))
        ),
    ];

    private static void Each(BridgeView view, Action<AlarmClassCounts, Labels> action)
    {
        foreach (var counts in view.Alarms?.Counts() ?? [])
            action(counts, new Labels("class", counts.Class.Length == 0 ? "_system" : counts.Class));
    }
}
