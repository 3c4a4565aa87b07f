using System.Globalization;
using System.Text.Json;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The built program's figures, read as Prometheus reads them and as an OPC UA client nobody here wrote reads them.</summary>
[TestFixture, CancelAfter(180_000), Parallelizable]
public sealed class MetricsTests
{
    private static readonly string[] Plcs = ["Filling", "Tanks", "Building"];

    [Test]
    public async Task The_page_for_Prometheus_and_the_Status_nodes_say_the_same(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        await using var plant = await MeasuredPlant.StartAsync(cancellationToken);
        await plant.UntilConnectedAsync(Plcs, cancellationToken);
        (string Series, string Node)[] same =
        [
            .. Plcs.SelectMany(plc =>
                new[]
                {
                    ($"s7opcbridge_plc_connected{{plc=\"{plc}\"}}", $"{plc}/_Status/Connected"),
                    ($"s7opcbridge_simulated{{plc=\"{plc}\"}}", $"{plc}/_Status/Simulated"),
                    ($"s7opcbridge_plc_pdu_size_bytes{{plc=\"{plc}\"}}", $"{plc}/_Status/PduSize"),
                    ($"s7opcbridge_plc_max_jobs{{plc=\"{plc}\"}}", $"{plc}/_Status/MaxJobs"),
                    ($"s7opcbridge_plc_reconnects_total{{plc=\"{plc}\"}}", $"{plc}/_Status/Reconnects"),
                    ($"s7opcbridge_scan_pdus_per_cycle{{plc=\"{plc}\",scan_class=\"normal\"}}", $"{plc}/_Status/Scans/normal/PdusPerCycle"),
                    ($"s7opcbridge_scan_overruns_total{{plc=\"{plc}\",scan_class=\"normal\"}}", $"{plc}/_Status/Scans/normal/Overruns"),
                    ($"s7opcbridge_scan_cycle_seconds_count{{plc=\"{plc}\",scan_class=\"normal\"}}", $"{plc}/_Status/Scans/normal/Cycles"),
                    ($"s7opcbridge_scan_pdus_total{{plc=\"{plc}\",scan_class=\"normal\"}}", $"{plc}/_Status/Scans/normal/Pdus"),
                }
            ),
            ("s7opcbridge_map_loads_total", "_Status/MapLoads"),
            ("s7opcbridge_restarts_total", "_Status/Restarts"),
        ];

        // _Status lags by up to a quarter of a second; what goes on meanwhile lies between two looks at the page.
        while (true)
        {
            var before = await plant.FiguresAsync(cancellationToken);
            var nodes = await Interop.RunAsync(
                "ua-client.js",
                cancellationToken,
                [plant.Endpoint, "read", .. same.Select(pair => $"ns=2;s={pair.Node}")]
            );
            var after = await plant.FiguresAsync(cancellationToken);
            var wrong = same.Zip(
                    nodes.EnumerateArray(),
                    (pair, node) =>
                        (
                            pair,
                            Node: NumberOf(node.GetProperty("value")),
                            From: before.GetValueOrDefault(pair.Series, double.NaN),
                            To: after.GetValueOrDefault(pair.Series, double.NaN)
                        )
                )
                .Where(each => !(each.Node >= each.From && each.Node <= each.To))
                .ToArray();
            Assert.That(
                wrong.Where(each => double.IsNaN(each.From) || each.Node > each.To),
                Is.Empty,
                "a figure is missing, or _Status is ahead of the counters that it shows"
            );
            if (wrong.Length == 0)
                break;
        }
    }

    private static double NumberOf(JsonElement value) =>
        value.ValueKind switch
        {
            JsonValueKind.True => 1,
            JsonValueKind.False => 0,
            JsonValueKind.String => double.Parse(value.GetString()!, CultureInfo.InvariantCulture),
            _ => value.GetDouble(),
        };
}
