using S7OpcBridge.Core;

namespace S7OpcBridge.Web.Metrics;

/// <summary>Receives the values of one metric.</summary>
internal abstract class MetricSink
{
    /// <summary>Receives a value.</summary>
    public abstract void Value(double value, in Labels labels = default);

    /// <summary>Receives a histogram.</summary>
    public abstract void Histogram(CycleTimes times, in Labels labels);

    public void Value(bool value, in Labels labels) => Value(value ? 1 : 0, labels);
}
