using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>Takes the figures of one metric.</summary>
internal abstract class MetricSink
{
    /// <summary>Takes a figure.</summary>
    public abstract void Value(double value, in Labels labels = default);

    /// <summary>Takes a histogram.</summary>
    public abstract void Histogram(CycleTimes times, in Labels labels);

    public void Value(bool value, in Labels labels) => Value(value ? 1 : 0, labels);
}
