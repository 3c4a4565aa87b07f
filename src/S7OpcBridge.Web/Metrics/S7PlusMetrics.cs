using S7OpcBridge.Core;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Web.Metrics;

/// <summary>Metrics of PLCs that are asked by symbol. Absent for a PLC that was never connected.</summary>
internal static class S7PlusMetrics
{
    public static readonly Metric[] All =
    [
        Define(
            "tls_version",
            "Version of TLS; cipher_suite is its cipher suite.",
            static (plc, plus, sink) =>
            {
                if (plus.Security is { } security && double.TryParse(security.TlsVersion, Invariant, out var version))
                    sink.Value(version, plc.With("cipher_suite", security.CipherSuite));
            }
        ),
        Define(
            "password",
            "Always 1; form is how the CPU took the password: none (it needed none), old (firmware before 3.1, S7-1200 before 4.7) or "
                + "new.",
            static (plc, plus, sink) =>
            {
                if (plus.Security is { } security)
                    sink.Value(1, plc.With("form", FormOf(security.Legitimation)));
            }
        ),
        Define(
            "certificate_expiry_timestamp_seconds",
            "When the certificate of the CPU expires, in seconds since 1970.",
            static (plc, plus, sink) =>
            {
                if (plus.Thumbprint.Length > 0)
                    sink.Value(plus.CertificateEnds.ToUnixTimeSeconds(), plc.With("thumbprint", plus.Thumbprint));
            }
        ),
        Define(
            "symbols",
            "Symbols that the map names, members included, by state: found in the CPU, or missing.",
            static (plc, plus, sink) =>
            {
                sink.Value(plus.Symbols, plc.With("state", "found"));
                sink.Value(plus.MissingSymbols, plc.With("state", "missing"));
            }
        ),
        new(
            $"{Prefix}items",
            MetricKind.Gauge,
            "Items that are read, by how: subscribed (the CPU sends changes) or " + "polled.",
            static (view, sink) =>
                view.EachPlc(
                    (plc, status) =>
                    {
                        if (status.S7Plus is null)
                            return;
                        sink.Value(status.Scans.Sum(static scan => scan.SubscribedItems), Labels.Plc(plc.Name).With("how", "subscribed"));
                        sink.Value(status.Scans.Sum(static scan => scan.PolledItems), Labels.Plc(plc.Name).With("how", "polled"));
                    }
                )
        ),
        Define("subscriptions", "Subscriptions that the CPU granted and that stand.", static plus => plus.Subscriptions),
        Define(
            "subscriptions_refused_total",
            "Subscriptions that the CPU refused; their scan classes are polled.",
            static plus => plus.RefusedSubscriptions
        ),
        Define("downloads_total", "Changes of the program seen while connected.", static plus => plus.Downloads),
        Define("browse_seconds", "How long the last browse of the program took.", static plus => plus.LastBrowse?.Took.TotalSeconds),
        Define("browse_bytes", "Bytes that the CPU sent during the last browse.", static plus => plus.LastBrowse?.Bytes),
        Define("browse_blocks", "Data blocks that the last browse found in the CPU.", static plus => plus.LastBrowse?.Blocks),
    ];

    private const string Prefix = "s7opcbridge_s7plus_";

    private static IFormatProvider Invariant => System.Globalization.CultureInfo.InvariantCulture;

    /// <summary>A form of passwords as one word.</summary>
    public static string FormOf(S7PlusLegitimation legitimation) =>
        legitimation switch
        {
            S7PlusLegitimation.OldForm => "old",
            S7PlusLegitimation.NewForm => "new",
            _ => "none",
        };

    private static Metric Define(string name, string help, Action<Labels, S7PlusStatus, MetricSink> read) =>
        new(
            Prefix + name,
            name.EndsWith("_total", StringComparison.Ordinal) ? MetricKind.Counter : MetricKind.Gauge,
            help,
            (view, sink) =>
                view.EachPlc(
                    (plc, status) =>
                    {
                        if (status.S7Plus is { } plus)
                            read(Labels.Plc(plc.Name), plus, sink);
                    }
                )
        );

    private static Metric Define(string name, string help, Func<S7PlusStatus, double?> value) =>
        Define(
            name,
            help,
            (plc, plus, sink) =>
            {
                if (value(plus) is { } present)
                    sink.Value(present, plc);
            }
        );
}
