using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using S7OpcBridge.Map;

namespace S7OpcBridge.Web.Otlp;

/// <summary>Wraps OpenTelemetry's exporter, which does not report failures: logs the first of consecutive failures and the recovery.</summary>
internal sealed partial class FailureLoggingExporter(OtlpExporterOptions options, OtlpSettings settings, ILogger logger)
    : OtlpMetricExporter(options)
{
    private bool _failing;

    public override ExportResult Export(in Batch<OpenTelemetry.Metrics.Metric> metrics)
    {
        var result = base.Export(metrics);
        var fails = result == ExportResult.Failure;
        if (fails && !_failing)
            Failed(logger, settings.ToString());
        else if (!fails && _failing)
            Recovered(logger, settings.ToString());
        _failing = fails;
        return result;
    }

    [LoggerMessage(
        160,
        LogLevel.Warning,
        "The metrics cannot be sent by OTLP to {Target}; the bridge keeps trying. Check that the collector listens there "
            + "and uses that protocol ('protocol' under 'otlp')."
    )]
    private static partial void Failed(ILogger logger, string target);

    [LoggerMessage(161, LogLevel.Information, "The metrics are sent by OTLP to {Target} again.")]
    private static partial void Recovered(ILogger logger, string target);
}
