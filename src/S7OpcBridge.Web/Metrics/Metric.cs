namespace S7OpcBridge.Web.Metrics;

/// <summary>The kind of a metric in Prometheus's terms.</summary>
internal enum MetricKind : byte
{
    /// <summary>Only increases; starts again with the process or with the counted object.</summary>
    Counter,

    /// <summary>Increases and decreases.</summary>
    Gauge,

    /// <summary>Counts in buckets.</summary>
    Histogram,
}

/// <summary>A metric of the bridge. The Prometheus page and the OTLP export both read it here, so there is one set of counters.</summary>
/// <param name="Name">Name with the unit suffixes of Prometheus: <c>_seconds</c>, <c>_bytes</c>, <c>_total</c>.</param>
/// <param name="Help">One line of description.</param>
/// <param name="Read">Delivers the present value, once per set of labels.</param>
internal sealed record Metric(string Name, MetricKind Kind, string Help, Action<BridgeView, MetricSink> Read);
