namespace S7OpcBridge;

/// <summary>How long certificates still hold.</summary>
internal static class CertificateMetrics
{
    /// <summary>Series at most: those that end first. A plant has dozens of clients, and a store can be filled with more.</summary>
    private const int Most = 200;

    public static readonly Metric[] All =
    [
        new("s7opcbridge_certificate_expiry_timestamp_seconds", MetricKind.Gauge, "When a certificate that the bridge shows or trusts runs out, in seconds since 1970; store is own, trusted or another of 'certs list'.", static (figures, sink) =>
        {
            foreach (var known in figures.Certificates().OrderBy(static known => known.Ends).DistinctBy(static known => (known.Store, known.Thumbprint)).Take(Most))
                sink.Value(known.Ends.ToUnixTimeSeconds(), new Labels("store", known.Store, "thumbprint", known.Thumbprint));
        }),
    ];
}
