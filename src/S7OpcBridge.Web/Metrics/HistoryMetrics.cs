namespace S7OpcBridge.Web.Metrics;

/// <summary>Metrics of the history; without values where the map has none.</summary>
internal static class HistoryMetrics
{
    // OPC UA counts from 1601, Prometheus from 1970.
    private const double EpochSeconds = 11_644_473_600;

    public static readonly Metric[] All =
    [
        Define("values_total", MetricKind.Counter, "Recorded values that are safe on disk.", static history => history.Stored),
        Define(
            "lost_values_total",
            MetricKind.Counter,
            "Values that could not be recorded: disk full, too many at once, a time out of " + "range.",
            static history => history.Lost
        ),
        Define("waiting_values", MetricKind.Gauge, "Values on their way to the disk.", static history => history.Waiting),
        Define("series", MetricKind.Gauge, "Tags that are recorded or have been.", static history => history.Series),
        Define("size_bytes", MetricKind.Gauge, "Files of the history.", static history => history.Bytes),
        Define("journal_bytes", MetricKind.Gauge, "The journal among them.", static history => history.JournalBytes),
        new(
            "s7opcbridge_history_oldest_timestamp_seconds",
            MetricKind.Gauge,
            "Start of the oldest recorded day, in seconds since " + "1970.",
            static (view, sink) =>
            {
                if (view.History?.State() is { Oldest: > 0 } history)
                    sink.Value(history.Oldest / (double)TimeSpan.TicksPerSecond - EpochSeconds);
            }
        ),
        Define(
            "writing",
            MetricKind.Gauge,
            "1: values are written; 0: nothing can be written, for example because the disk is " + "full.",
            static history => history.IsWriting ? 1 : 0
        ),
        Define(
            "server_reached",
            MetricKind.Gauge,
            "0: the PostgreSQL server is away, and values are kept in the local " + "journal.",
            static history => history.IsServerReached ? 1 : 0
        ),
        Define(
            "unsent_chunks",
            MetricKind.Gauge,
            "Blocks of values that the PostgreSQL server has not got yet.",
            static history => history.Unsent
        ),
        Reads(
            "reads_under_way",
            MetricKind.Gauge,
            "HistoryReads of clients that are worked on or wait for their turn.",
            static reads => reads.UnderWay
        ),
        Reads("reads_total", MetricKind.Counter, "Answers to HistoryRead.", static reads => reads.Answers),
        Reads(
            "reads_cut_short_total",
            MetricKind.Counter,
            "Answers among them that were cut short because their time was over or the memory for clients was "
                + "short; the rest follows by continuation points.",
            static reads => reads.CutShort
        ),
    ];

    private static Metric Define(string name, MetricKind kind, string help, Func<HistoryState, double> value) =>
        new(
            $"s7opcbridge_history_{name}",
            kind,
            help,
            (view, sink) =>
            {
                if (view.History?.State() is { } history)
                    sink.Value(value(history));
            }
        );

    private static Metric Reads(
        string name,
        MetricKind kind,
        string help,
        Func<(int UnderWay, long Answers, long CutShort), double> value
    ) =>
        new(
            $"s7opcbridge_history_{name}",
            kind,
            help,
            (view, sink) =>
            {
                if (view.History is not null)
                    sink.Value(value(view.Server.Figures().HistoryReads));
            }
        );
}
