using System.Runtime.CompilerServices;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Otlp;

namespace S7OpcBridge.Web;

/// <summary>Exports the metrics to an OTLP collector while the bridge runs. A missing collector does not affect the bridge; it is logged once.</summary>
public sealed class OtlpExport : IAsyncDisposable
{
    // The last metrics are sent on shutdown; a collector that does not answer delays it no longer than this.
    private const int ShutdownTimeoutMs = 1000;

    private readonly BridgeMeter _meter;
    private readonly MeterProvider _provider;

    private OtlpExport(BridgeMeter meter, MeterProvider provider) => (_meter, _provider) = (meter, provider);

    /// <summary>Starts the export; null: the map names no collector.</summary>
    public static OtlpExport? Start(OtlpSettings? settings, string name, BridgeView view, ILoggerFactory loggers) =>
        settings is null ? null : StartTo(settings, name, view, loggers);

    // On its own, so that OpenTelemetry is loaded only where it exports.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static OtlpExport StartTo(OtlpSettings settings, string name, BridgeView view, ILoggerFactory loggers)
    {
        var meter = new BridgeMeter(view);
        // Headers such as a token come from OTEL_EXPORTER_OTLP_HEADERS, which the options read themselves, so the map contains no secret.
        var options = new OtlpExporterOptions
        {
            Endpoint = settings.Target,
            Protocol = settings.IsHttp ? OtlpExportProtocol.HttpProtobuf : OtlpExportProtocol.Grpc,
        };
        var exporter = new FailureLoggingExporter(options, settings, loggers.CreateLogger("S7OpcBridge.Otlp"));
        var provider = Sdk.CreateMeterProviderBuilder()
            .SetResourceBuilder(
                ResourceBuilder
                    .CreateEmpty()
                    .AddService("s7opcbridge", serviceVersion: view.Version, autoGenerateServiceInstanceId: false, serviceInstanceId: name)
            )
            .AddMeter(BridgeMeter.Name)
            .AddReader(new PeriodicExportingMetricReader(exporter, (int)settings.Every.TotalMilliseconds))
            .Build();
        return new OtlpExport(meter, provider);
    }

    /// <summary>Sends the last metrics and ends.</summary>
    public async ValueTask DisposeAsync()
    {
        // The library's shutdown blocks its thread.
        await Task.Run(() => _provider.Shutdown(ShutdownTimeoutMs));
        _provider.Dispose();
        _meter.Dispose();
    }
}
