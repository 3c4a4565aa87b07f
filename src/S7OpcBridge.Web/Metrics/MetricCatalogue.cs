namespace S7OpcBridge.Web.Metrics;

/// <summary>All metrics in the order of output; docs/metrics.md has the same list.</summary>
internal static class MetricCatalogue
{
    public static readonly Metric[] All =
    [
        .. PlcMetrics.All,
        .. S7PlusMetrics.All,
        .. ScanMetrics.All,
        .. ServerMetrics.All,
        .. ReverseMetrics.All,
        .. AlarmMetrics.All,
        .. CpuAlarmMetrics.All,
        .. CertificateMetrics.All,
        .. HistoryMetrics.All,
        .. ClusterMetrics.All,
        .. MqttMetrics.All,
        .. ProcessMetrics.All,
    ];
}
