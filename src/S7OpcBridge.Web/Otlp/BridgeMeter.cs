using System.Diagnostics.Metrics;
using S7OpcBridge.Web.Metrics;

namespace S7OpcBridge.Web.Otlp;

/// <summary>
/// Presents the metrics as observable .NET instruments that read the counters on collection. Names are those of /metrics, so that dashboards work with both. A
/// histogram becomes three counters as in Prometheus, because .NET has no observable histogram.
/// </summary>
internal sealed class BridgeMeter : IDisposable
{
    public const string Name = "S7OpcBridge";

    private readonly Meter _meter;

    public BridgeMeter(BridgeView view)
    {
        _meter = new Meter(Name, view.Version);
        foreach (var metric in MetricCatalogue.All)
        {
            switch (metric.Kind)
            {
                case MetricKind.Gauge:
                    _meter.CreateObservableGauge(metric.Name, () => Observations.Observe(metric, view), UnitOf(metric.Name), metric.Help);
                    break;
                case MetricKind.Counter:
                    Count(metric, view, "");
                    break;
                default:
                    Count(metric, view, "_bucket");
                    Count(metric, view, "_sum");
                    Count(metric, view, "_count");
                    break;
            }
        }
    }

    public void Dispose() => _meter.Dispose();

    private void Count(Metric metric, BridgeView view, string part) =>
        _meter.CreateObservableCounter(
            metric.Name + part,
            () => Observations.Observe(metric, view, part),
            part is "_bucket" or "_count" ? null : UnitOf(metric.Name),
            metric.Help
        );

    // Units by UCUM, as OpenTelemetry requires.
    private static string? UnitOf(string name) =>
        name.Contains("_seconds") ? "s"
        : name.Contains("_bytes") ? "By"
        : null;
}
