using S7OpcBridge.Core;

namespace S7OpcBridge.Web.Metrics;

/// <summary>Metrics per PLC.</summary>
internal static class PlcMetrics
{
    public static readonly Metric[] All =
    [
        new(
            "s7opcbridge_plc_connected",
            MetricKind.Gauge,
            "1 while the link is up and negotiated, else 0; absent for a PLC that the map has " + "disabled.",
            static (view, sink) =>
                view.EachPlc(
                    (plc, status) =>
                    {
                        if (plc.Enabled)
                            sink.Value(status.Connected, Labels.Plc(plc.Name));
                    }
                )
        ),
        Gauge(
            "simulated",
            "1: the PLC is simulated by a soft PLC in the bridge's process, and its values have no " + "meaning.",
            static (plc, _) => plc.Simulated ? 1 : 0
        ),
        new(
            "s7opcbridge_plc_cpu_running",
            MetricKind.Gauge,
            "1 while the CPU is in RUN, else 0; absent where it does not report " + "it.",
            static (view, sink) =>
                view.EachPlc(
                    (plc, status) =>
                    {
                        if (status.CpuState.Length > 0)
                            sink.Value(status.CpuState == "RUN", Labels.Plc(plc.Name));
                    }
                )
        ),
        Gauge(
            "plc_refuses_all",
            "1 while the PLC refuses every read (PUT/GET not permitted, protection).",
            static (_, status) => status.RefusesAll ? 1 : 0
        ),
        Counter("plc_reconnects_total", "Connections made after the first.", static (_, status) => status.Reconnects),
        Gauge("plc_pdu_size_bytes", "Negotiated PDU size; 0 while not connected.", static (_, status) => status.PduSize),
        Gauge("plc_max_jobs", "Negotiated jobs in flight; 0 while not connected.", static (_, status) => status.MaxJobs),
        Counter(
            "plc_job_waits_total",
            "Jobs of this connection that had to wait until one in flight was answered.",
            static (_, status) => status.JobWaits
        ),
        Counter("plc_job_wait_seconds_total", "How long these waited, in sum.", static (_, status) => status.JobWaitTime.TotalSeconds),
        Counter(
            "plc_held_back_jobs_total",
            "Jobs that had to wait because of the load ceiling of the map.",
            static (_, status) => status.HeldBack
        ),
        Counter(
            "plc_unknown_answers_total",
            "Answers of this connection that matched no job (late, duplicate or invented), " + "dropped.",
            static (_, status) => status.UnknownAnswers
        ),
        Gauge("plc_pending_writes", "Writes that wait for the PLC.", static (_, status) => status.PendingWrites),
        Wire(
            "plc_sent_bytes_total",
            "Bytes sent on this connection, TPKT and COTP included; S7CommPlus: before " + "encryption.",
            static wire => wire.Sent
        ),
        Wire(
            "plc_received_bytes_total",
            "Bytes received on this connection, TPKT and COTP included; S7CommPlus: after " + "decryption.",
            static wire => wire.Received
        ),
        new(
            "s7opcbridge_tags",
            MetricKind.Gauge,
            "Tags by the OPC UA status that clients see: Good, or the reason why " + "not.",
            static (view, sink) => TagCounts.Count(view, sink)
        ),
        new(
            "s7opcbridge_writes_total",
            MetricKind.Counter,
            "Values that clients wrote, by result. Abandoned: the client gave up before there was an " + "answer.",
            ReadWrites
        ),
    ];

    private static Metric Gauge(string name, string help, Func<PlcDefinition, PlcStatus, double> value) =>
        Define(name, MetricKind.Gauge, help, value);

    private static Metric Counter(string name, string help, Func<PlcDefinition, PlcStatus, double> value) =>
        Define(name, MetricKind.Counter, help, value);

    private static Metric Define(string name, MetricKind kind, string help, Func<PlcDefinition, PlcStatus, double> value) =>
        new(
            $"s7opcbridge_{name}",
            kind,
            help,
            (view, sink) => view.EachPlc((plc, status) => sink.Value(value(plc, status), Labels.Plc(plc.Name)))
        );

    private static Metric Wire(string name, string help, Func<(long Sent, long Received), double> value) =>
        new(
            $"s7opcbridge_{name}",
            MetricKind.Counter,
            help,
            (view, sink) => view.EachPlc((plc, _) => sink.Value(value(view.Plcs.BytesOf(plc.Index)), Labels.Plc(plc.Name)))
        );

    private static void ReadWrites(BridgeView view, MetricSink sink) =>
        view.EachPlc(
            (plc, _) =>
            {
                if (view.Plcs.WritesOf(plc.Index) is not { } tally)
                    return;
                foreach (var result in Enum.GetValues<TagWriteResult>())
                    sink.Value(tally.CountOf(result), Labels.Plc(plc.Name).With("result", result.ToString()));
            }
        );
}
