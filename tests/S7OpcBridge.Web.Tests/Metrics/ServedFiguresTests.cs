using System.Globalization;
using S7OpcBridge.Core;
using S7OpcBridge.Web.Metrics;

namespace S7OpcBridge.Web.Tests;

/// <summary>The figures of a running bridge.</summary>
[CancelAfter(60_000)]
public sealed class ServedFiguresTests
{
    private const string Fast = "plc=\"Line1\",scan_class=\"fast\"";

    [Test]
    public async Task Every_metric_is_served_with_its_kind_and_the_figures_agree_with_each_other(CancellationToken cancellationToken)
    {
        await using var bridge = await WebBridge.StartAsync("web: { listen: http://127.0.0.1:{port} }", cancellationToken);
        var figures = await bridge.FiguresAsync(
            all =>
                all[$"s7opcbridge_scan_cycle_seconds_count{{{Fast}}}"] >= 3 && all["s7opcbridge_tags{plc=\"Line1\",status=\"Good\"}"] >= 2,
            cancellationToken
        );
        Assert.That(
            figures.Kinds,
            Is.EqualTo(MetricCatalogue.All.ToDictionary(metric => metric.Name, metric => metric.Kind.ToString().ToLowerInvariant()))
        );

        // A histogram rises from bucket to bucket, up to the count.
        var buckets = CycleTimes
            .BoundsInSeconds.Select(bound => bound.ToString(CultureInfo.InvariantCulture))
            .Append("+Inf")
            .Select(bound => figures[$"s7opcbridge_scan_cycle_seconds_bucket{{{Fast},le=\"{bound}\"}}"])
            .ToArray();
        Assert.That(buckets, Is.Ordered.And.None.Null);
        Assert.That(buckets[^1], Is.EqualTo(figures[$"s7opcbridge_scan_cycle_seconds_count{{{Fast}}}"]));
        Assert.That(figures[$"s7opcbridge_scan_cycle_seconds_sum{{{Fast}}}"], Is.Positive);
        using (Assert.EnterMultipleScope())
        {
            Assert.That(figures["s7opcbridge_simulated{plc=\"Line1\"}"], Is.EqualTo(1));
            Assert.That(figures["s7opcbridge_plc_pdu_size_bytes{plc=\"Line1\"}"], Is.EqualTo(960));
            Assert.That(figures[$"s7opcbridge_scan_interval_seconds{{{Fast}}}"], Is.EqualTo(0.05));
            Assert.That(
                figures["s7opcbridge_scan_interval_seconds{plc=\"Line1\",scan_class=\"rare\"}"],
                Is.Null,
                "a class on demand has no rate to keep"
            );
            Assert.That(figures[$"s7opcbridge_scan_pdus_total{{{Fast}}}"], Is.GreaterThanOrEqualTo(3));
            Assert.That(figures[$"s7opcbridge_scan_age_seconds{{{Fast}}}"], Is.InRange(0, 60));
            Assert.That(
                figures
                    .Series.Where(series => series.StartsWith("s7opcbridge_tags{", StringComparison.Ordinal))
                    .Sum(series => figures[series]),
                Is.EqualTo(3),
                "every tag is counted once"
            );
            Assert.That(figures["s7opcbridge_opcua_sessions"], Is.Zero);
            Assert.That(figures["s7opcbridge_standstills"], Is.Zero);
            Assert.That(figures["process_resident_memory_bytes"], Is.GreaterThan(1e7));
            Assert.That(figures["process_cpu_seconds_total"], Is.Positive);
        }
    }

    [Test]
    public async Task A_PLC_that_is_away_or_disabled_shows(CancellationToken cancellationToken)
    {
        await using (
            var away = await WebBridge.StartAsync(
                "web: { listen: http://127.0.0.1:{port} }",
                cancellationToken,
                $"host: 127.0.0.1, port: {FreePort.Next()}"
            )
        )
        {
            var figures = await away.FiguresAsync(
                all => all["s7opcbridge_tags{plc=\"Line1\",status=\"BadNoCommunication\"}"] == 3,
                cancellationToken
            );
            Assert.That(figures["s7opcbridge_plc_connected{plc=\"Line1\"}"], Is.Zero);
            Assert.That(figures[$"s7opcbridge_scan_age_seconds{{{Fast}}}"], Is.Null, "nothing was ever read");
        }
        await using var disabled = await WebBridge.StartAsync(
            "web: { listen: http://127.0.0.1:{port} }",
            cancellationToken,
            "host: 127.0.0.1, enabled: false"
        );
        var none = await disabled.FiguresAsync(
            all => all["s7opcbridge_tags{plc=\"Line1\",status=\"BadOutOfService\"}"] == 3,
            cancellationToken
        );
        Assert.That(none["s7opcbridge_plc_connected{plc=\"Line1\"}"], Is.Null, "what is meant to be away is no alert");
    }
}
