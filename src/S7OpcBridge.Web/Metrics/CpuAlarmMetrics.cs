using S7OpcBridge.Core;

namespace S7OpcBridge.Web.Metrics;

/// <summary>The alarms that CPUs send by themselves; only of PLCs whose map wants them.</summary>
internal static class CpuAlarmMetrics
{
    public static readonly Metric[] All =
    [
        Define("sending", MetricKind.Gauge, "1: the CPU sends its alarms.", static alarms => alarms.IsSending ? 1 : 0),
        Define("received_total", MetricKind.Counter, "Changes of alarms that the CPU sent.", static alarms => alarms.Received),
        Define(
            "lost_total",
            MetricKind.Counter,
            "How often changes were lost, in the CPU or on the way, so that the list was asked again.",
            static alarms => alarms.Lost
        ),
        Define("refused_total", MetricKind.Counter, "How often the CPU refused to send its alarms.", static alarms => alarms.Refusals),
    ];

    private static Metric Define(string name, MetricKind kind, string help, Func<CpuAlarmStatus, double> value) =>
        new(
            $"s7opcbridge_plc_alarms_{name}",
            kind,
            help,
            (view, sink) =>
                view.EachPlc(
                    (plc, status) =>
                    {
                        if (status.Alarms is { } alarms)
                            sink.Value(value(alarms), Labels.Plc(plc.Name));
                    }
                )
        );
}
