using S7OpcBridge.Web.Metrics;

namespace S7OpcBridge.Web.Tests;

[CancelAfter(60_000)]
public sealed class OtlpExportTests
{
    [TestCase("protocol: http, ", "/v1/metrics", "application/x-protobuf")]
    [TestCase("", "/opentelemetry.proto.collector.metrics.v1.MetricsService/Export", "application/grpc")]
    public async Task A_collector_is_sent_the_same_figures_that_the_page_shows(
        string protocol,
        string path,
        string contentType,
        CancellationToken cancellationToken
    )
    {
        await using var collector = await Collector.StartAsync(isGrpc: protocol.Length == 0, cancellationToken);
        await using var bridge = await WebBridge.StartAsync(
            $"web: {{ listen: \"http://127.0.0.1:{{port}}\" }}\notlp: {{ endpoint: \"{collector.Url}\", {protocol}every: 1s }}",
            cancellationToken,
            otherPlc: "- { name: Packer, simulate: true, profile: s7-1500, protocol: s7plus, tags: [{ name: Count, symbol: '\"DB_Pack\".Count', type: Int }] }"
        );
        await bridge.FiguresAsync(all => all["s7opcbridge_plc_connected{plc=\"Packer\"}"] == 1, cancellationToken);
        const string Count = "s7opcbridge_scan_cycle_seconds_count{plc=Line1,scan_class=fast}";
        var before = await bridge.FiguresAsync(
            all => all["s7opcbridge_scan_cycle_seconds_count{plc=\"Line1\",scan_class=\"fast\"}"] >= 3,
            cancellationToken
        );
        var sent = await collector.NextAsync(
            all => all.Values.GetValueOrDefault(Count) > before["s7opcbridge_scan_cycle_seconds_count{plc=\"Line1\",scan_class=\"fast\"}"],
            cancellationToken
        );
        var after = await bridge.FiguresAsync(static _ => true, cancellationToken);

        Assert.That(collector.Last, Is.EqualTo((path, contentType)));
        Assert.That(sent.Resource, Does.ContainKey("service.name").WithValue("s7opcbridge"));
        Assert.That(sent.Resource["service.instance.id"], Is.EqualTo("S7OpcBridge"));
        Assert.That(
            sent.Values.Keys.Select(NameOf).Distinct(),
            Is.EquivalentTo(after.Series.Select(NameOf).Distinct()),
            "both show the same metrics"
        );
        Assert.That(sent.Values[Count], Is.InRange(before[AsText(Count)]!.Value, after[AsText(Count)]!.Value));
        foreach (
            var steady in (string[])
                [
                    "s7opcbridge_plc_connected{plc=Line1}",
                    "s7opcbridge_simulated{plc=Line1}",
                    "s7opcbridge_plc_pdu_size_bytes{plc=Line1}",
                    "s7opcbridge_opcua_sessions",
                ]
        )
            Assert.That(sent.Values[steady], Is.EqualTo(after[AsText(steady)]), steady);
        Assert.That(
            sent.Values,
            Does.ContainKey("s7opcbridge_scan_cycle_seconds_bucket{le=+Inf,plc=Line1,scan_class=fast}").WithValue(sent.Values[Count])
        );
        Assert.That(
            sent.Counters.Where(name => !name.StartsWith("s7opcbridge_scan_cycle_seconds_", StringComparison.Ordinal)),
            Is.EquivalentTo(
                MetricCatalogue
                    .All.Except([
                        .. HistoryMetrics.All,
                        .. ClusterMetrics.All,
                        .. CpuAlarmMetrics.All,
                        .. ReverseMetrics.All,
                        .. MqttMetrics.All,
                    ])
                    .Where(metric => metric.Kind == MetricKind.Counter)
                    .Select(metric => metric.Name)
            ),
            "this map has no history, no cluster, no alarms of CPUs, no client to dial and no broker"
        );
    }

    [Test]
    public async Task A_collector_that_is_not_there_harms_nothing_and_the_bridge_still_ends_in_time(CancellationToken cancellationToken)
    {
        await using var bridge = await WebBridge.StartAsync(
            "web: { listen: http://127.0.0.1:{port} }\notlp: { endpoint: \"http://127.0.0.1:{second}\", every: 1s }",
            cancellationToken
        );
        var figures = await bridge.FiguresAsync(
            all => all["s7opcbridge_scan_cycle_seconds_count{plc=\"Line1\",scan_class=\"fast\"}"] >= 30,
            cancellationToken
        );
        Assert.That(figures["s7opcbridge_plc_connected{plc=\"Line1\"}"], Is.EqualTo(1));
    }

    private static string NameOf(string series) => series.Split('{')[0];

    private static string AsText(string series) => series.Replace("=", "=\"").Replace(",", "\",").Replace("}", "\"}");
}
