namespace S7OpcBridge;

/// <summary>What a figure is, in Prometheus's words.</summary>
internal enum MetricKind : byte
{
    /// <summary>Only rises, and begins anew with the process or with what it counts.</summary>
    Counter,

    /// <summary>Goes up and down.</summary>
    Gauge,

    /// <summary>Counts in buckets.</summary>
    Histogram,
}

/// <summary>A figure that the bridge shows. Whoever shows it (the page for Prometheus, the export by OTLP) reads it here, so there is one set of counters.</summary>
/// <param name="Name">With its unit, as Prometheus wants it: <c>_seconds</c>, <c>_bytes</c>, <c>_total</c>.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Help">A line for people.</param>
/// <param name="Read">Hands over the figure as it is now, once for each set of labels.</param>
internal sealed record Metric(string Name, MetricKind Kind, string Help, Action<BridgeFigures, MetricSink> Read);
