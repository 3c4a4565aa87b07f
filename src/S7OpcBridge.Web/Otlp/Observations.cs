using System.Diagnostics.Metrics;
using System.Globalization;
using S7OpcBridge.Core;
using S7OpcBridge.Web.Metrics;

namespace S7OpcBridge.Web.Otlp;

/// <summary>Collects the present values of one metric as .NET measurements.</summary>
/// <param name="part">Part of a histogram: <c>_bucket</c>, <c>_sum</c> or <c>_count</c>.</param>
internal sealed class Observations(string part) : MetricSink
{
    private readonly List<Measurement<double>> _all = [];

    public static IEnumerable<Measurement<double>> Observe(Metric metric, BridgeView view, string part = "")
    {
        var observations = new Observations(part);
        metric.Read(view, observations);
        return observations._all;
    }

    public override void Value(double value, in Labels labels = default) => _all.Add(new Measurement<double>(value, TagsOf(labels)));

    public override void Histogram(CycleTimes times, in Labels labels)
    {
        if (part == "_sum")
        {
            Value(times.Sum.TotalSeconds, labels);
            return;
        }
        long count = 0;
        for (var bucket = 0; bucket <= CycleTimes.BoundsInSeconds.Length; bucket++)
        {
            count += times.CountOf(bucket);
            if (part == "_bucket")
                _all.Add(new Measurement<double>(count, [.. TagsOf(labels), new("le", BoundOf(bucket))]));
        }
        if (part == "_count")
            Value(count, labels);
    }

    private static string BoundOf(int bucket) =>
        bucket < CycleTimes.BoundsInSeconds.Length ? CycleTimes.BoundsInSeconds[bucket].ToString(CultureInfo.InvariantCulture) : "+Inf";

    private static KeyValuePair<string, object?>[] TagsOf(in Labels labels) =>
        labels switch
        {
            { Name1: null } => [],
            { Name2: null } => [new(labels.Name1, labels.Value1)],
            _ => [new(labels.Name1, labels.Value1), new(labels.Name2, labels.Value2)],
        };
}
