using System.Buffers;
using System.Globalization;
using System.Text;
using S7OpcBridge.Core;

namespace S7OpcBridge.Web.Metrics;

/// <summary>
/// Writes view in Prometheus's text format 0.0.4, straight into a pooled buffer:
/// <code>
/// # HELP name text
/// # TYPE name counter|gauge|histogram
/// name{label="value",…} number
/// </code>
/// A histogram has a line per bucket, each with all below it, then the sum and the count.
/// </summary>
internal sealed class PrometheusText(IBufferWriter<byte> output) : MetricSink
{
    public const string ContentType = "text/plain; version=0.0.4; charset=utf-8";

    private static readonly string[] BoundTexts =
    [
        .. CycleTimes.BoundsInSeconds.Select(static bound => bound.ToString(CultureInfo.InvariantCulture)),
        "+Inf",
    ];

    private string _name = "";

    /// <summary>Writes a metric with all its values.</summary>
    public void Write(Metric metric, BridgeView view)
    {
        _name = metric.Name;
        Text(
            $"# HELP {metric.Name} {metric.Help.Replace("\\", "\\\\").ReplaceLineEndings("\\n")}\n# TYPE {metric.Name} {metric.Kind switch
        {
            MetricKind.Counter => "counter",
            MetricKind.Gauge => "gauge",
            _ => "histogram",
        }}\n"
        );
        metric.Read(view, this);
    }

    public override void Value(double value, in Labels labels = default) => Line("", labels, null, value);

    public override void Histogram(CycleTimes times, in Labels labels)
    {
        long count = 0;
        for (var bucket = 0; bucket < BoundTexts.Length; bucket++)
        {
            count += times.CountOf(bucket);
            Line("_bucket", labels, BoundTexts[bucket], count);
        }
        Line("_sum", labels, null, times.Sum.TotalSeconds);
        Line("_count", labels, null, count);
    }

    private void Line(string suffix, in Labels labels, string? bound, double value)
    {
        Text(_name);
        Text(suffix);
        if (labels.Name1 is not null || bound is not null)
        {
            var sign = "{";
            Label(labels.Name1, labels.Value1, ref sign);
            Label(labels.Name2, labels.Value2, ref sign);
            Label(bound is null ? null : "le", bound ?? "", ref sign);
            Text("}");
        }
        Text(" ");
        Number(value);
        Text("\n");
    }

    private void Label(string? name, string value, ref string sign)
    {
        if (name is null)
            return;
        Text(sign);
        Text(name);
        Text("=\"");
        Text(value.AsSpan().ContainsAny('\\', '"', '\n') ? value.Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\n", "\\n") : value);
        Text("\"");
        sign = ",";
    }

    private void Number(double value)
    {
        const int Longest = 32;
        if (!double.IsFinite(value))
        {
            Text(
                double.IsNaN(value) ? "NaN"
                : value > 0 ? "+Inf"
                : "-Inf"
            );
            return;
        }
        value.TryFormat(output.GetSpan(Longest), out var written, default, CultureInfo.InvariantCulture);
        output.Advance(written);
    }

    private void Text(string text)
    {
        var span = output.GetSpan(Encoding.UTF8.GetMaxByteCount(text.Length));
        output.Advance(Encoding.UTF8.GetBytes(text, span));
    }
}
