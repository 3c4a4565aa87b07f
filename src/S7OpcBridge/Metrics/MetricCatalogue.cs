namespace S7OpcBridge;

/// <summary>All figures, in the order in which they are shown; docs/metrics.md has the same list.</summary>
internal static class MetricCatalogue
{
    public static readonly Metric[] All = [.. PlcMetrics.All, .. ScanMetrics.All, .. ServerMetrics.All, .. CertificateMetrics.All, .. ProcessMetrics.All];
}
