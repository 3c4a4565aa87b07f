using S7OpcBridge.Core;

namespace S7OpcBridge.Web.Metrics;

/// <summary>Metrics per scan class.</summary>
internal static class ScanMetrics
{
    public static readonly Metric[] All =
    [
        new(
            "s7opcbridge_scan_cycle_seconds",
            MetricKind.Histogram,
            "Time that read cycles took, from the first request to the last " + "answer.",
            static (view, sink) =>
                view.EachScan(
                    (group, _, labels) =>
                    {
                        if (view.Plcs.CycleTimesOf(group.Index) is { } times)
                            sink.Histogram(times, labels);
                    }
                )
        ),
        new(
            "s7opcbridge_scan_interval_seconds",
            MetricKind.Gauge,
            "Interval of the class in the map; absent for classes that are polled only on demand or on " + "command.",
            static (view, sink) =>
                view.EachScan(
                    (group, _, labels) =>
                    {
                        if (group.Mode == ScanMode.AtRate)
                            sink.Value(group.Interval.TotalSeconds, labels);
                    }
                )
        ),
        new(
            "s7opcbridge_scan_age_seconds",
            MetricKind.Gauge,
            "Age of the oldest value: time since the PLC last answered a whole cycle; absent until it " + "has.",
            static (view, sink) =>
                view.EachScan(
                    (_, scan, labels) =>
                    {
                        if (scan.ConfirmedTicks > 0)
                            sink.Value(
                                Math.Max(0, new TimeSpan(view.Time.GetUtcNow().UtcTicks - scan.ConfirmedTicks).TotalSeconds),
                                labels
                            );
                    }
                )
        ),
        Define("scan_pdus_per_cycle", MetricKind.Gauge, "Requests that one cycle takes.", static (_, scan) => scan.PdusPerCycle),
        Define(
            "scan_pdus_total",
            MetricKind.Counter,
            "Requests of the class that were answered, refusals and read-backs included.",
            static (_, scan) => scan.Pdus
        ),
        Define(
            "scan_overruns_total",
            MetricKind.Counter,
            "Cycles skipped because the previous one was not finished.",
            static (_, scan) => scan.Overruns
        ),
    ];

    private static Metric Define(string name, MetricKind kind, string help, Func<ScanGroup, ScanStatus, double> value) =>
        new(
            $"s7opcbridge_{name}",
            kind,
            help,
            (view, sink) => view.EachScan((group, scan, labels) => sink.Value(value(group, scan), labels))
        );
}
