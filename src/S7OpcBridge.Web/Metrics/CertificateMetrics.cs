namespace S7OpcBridge.Web.Metrics;

/// <summary>The remaining validity of certificates.</summary>
internal static class CertificateMetrics
{
    /// <summary>Maximum number of series, those that expire first: a store can contain many certificates.</summary>
    private const int Most = 200;

    public static readonly Metric[] All =
    [
        new(
            "s7opcbridge_certificate_expiry_timestamp_seconds",
            MetricKind.Gauge,
            "When a certificate that the bridge uses or trusts expires, in seconds "
                + "since 1970; store is own, trusted or another of 'certs list'.",
            static (view, sink) =>
            {
                foreach (
                    var known in view.Certificates()
                        .OrderBy(static known => known.Ends)
                        .DistinctBy(static known => (known.Store, known.Thumbprint))
                        .Take(Most)
                )
                    sink.Value(known.Ends.ToUnixTimeSeconds(), new Labels("store", known.Store, "thumbprint", known.Thumbprint));
            }
        ),
    ];
}
