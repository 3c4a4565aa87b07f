using System.Globalization;
using S7OpcBridge.Core;
using S7OpcBridge.Web.Metrics;

namespace S7OpcBridge.Web.Support;

/// <summary>Collects the values of metrics for people: with their unit and what they are of.</summary>
internal sealed class FigureWords : MetricSink
{
    private readonly List<FigureRow> _rows = [];
    private Metric _metric = null!;

    /// <summary>All metrics of the bridge.</summary>
    public static IReadOnlyList<FigureRow> Read(BridgeView view)
    {
        var words = new FigureWords();
        foreach (var metric in MetricCatalogue.All)
        {
            words._metric = metric;
            metric.Read(view, words);
        }
        return words._rows;
    }

    /// <inheritdoc/>
    public override void Value(double value, in Labels labels = default) =>
        _rows.Add(new FigureRow(_metric.Name, _metric.Help, Of(labels), Text(value)));

    /// <inheritdoc/>
    public override void Histogram(CycleTimes times, in Labels labels)
    {
        var count = 0L;
        for (var bucket = 0; bucket <= CycleTimes.BoundsInSeconds.Length; bucket++)
            count += times.CountOf(bucket);
        var text =
            count == 0
                ? "none yet"
                : string.Create(CultureInfo.InvariantCulture, $"{count:N0}, on average {times.Sum.TotalMilliseconds / count:0.##} ms");
        _rows.Add(new FigureRow(_metric.Name, _metric.Help, Of(labels), text));
    }

    private static string? Of(in Labels labels) =>
        labels.Name1 is null ? null
        : labels.Name2 is null ? $"{Word(labels.Name1)} {labels.Value1}"
        : $"{Word(labels.Name1)} {labels.Value1}, {Word(labels.Name2)} {labels.Value2}";

    private static string Word(string label) => label.Replace('_', ' ');

    private string Text(double value)
    {
        var name = _metric.Name.EndsWith("_total", StringComparison.Ordinal) ? _metric.Name[..^"_total".Length] : _metric.Name;
        return name switch
        {
            _ when double.IsNaN(value) => "not known",
            _ when name.EndsWith("_bytes", StringComparison.Ordinal) => Bytes(value),
            _ when name.EndsWith("_seconds", StringComparison.Ordinal) && value > 1e9 => DateTimeOffset
                .FromUnixTimeMilliseconds((long)(value * 1000))
                .UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss 'UTC'", CultureInfo.InvariantCulture),
            _ when name.EndsWith("_seconds", StringComparison.Ordinal) => string.Create(CultureInfo.InvariantCulture, $"{value:#,0.###} s"),
            _ => value.ToString("#,0.###", CultureInfo.InvariantCulture),
        };
    }

    private static string Bytes(double value) =>
        value switch
        {
            < 1 << 20 => string.Create(CultureInfo.InvariantCulture, $"{value / 1024:#,0.#} kB"),
            < 1 << 30 => string.Create(CultureInfo.InvariantCulture, $"{value / (1 << 20):#,0.#} MB"),
            _ => string.Create(CultureInfo.InvariantCulture, $"{value / (1 << 30):#,0.##} GB"),
        };
}
