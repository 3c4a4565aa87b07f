using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using S7OpcBridge.Map;

namespace S7OpcBridge;

/// <summary>Sends the figures to a collector by OTLP, as long as the bridge runs. Whether the collector is there makes no difference to the bridge; that it is not is told once.</summary>
internal sealed class OtlpExport : IAsyncDisposable
{
    // The last figures, if the collector takes them; a collector that hangs does not hold up the end.
    private const int ShutdownTimeoutMs = 1000;

    private readonly BridgeMeter _meter;
    private readonly MeterProvider _provider;

    private OtlpExport(BridgeMeter meter, MeterProvider provider) => (_meter, _provider) = (meter, provider);

    /// <summary>Begins; null: the map names no collector.</summary>
    public static OtlpExport? Start(OtlpSettings? settings, string name, BridgeFigures figures, ILoggerFactory loggers)
    {
        if (settings is null)
            return null;
        var meter = new BridgeMeter(figures);
        // Headers (a token, say) come from OTEL_EXPORTER_OTLP_HEADERS, which the options read by themselves: no secret stands in the map.
        var options = new OtlpExporterOptions
        {
            Endpoint = settings.Target,
            Protocol = settings.IsHttp ? OtlpExportProtocol.HttpProtobuf : OtlpExportProtocol.Grpc,
        };
        var exporter = new FailureLoggingExporter(options, settings, loggers.CreateLogger("S7OpcBridge.Otlp"));
        var provider = Sdk.CreateMeterProviderBuilder()
            .SetResourceBuilder(ResourceBuilder.CreateEmpty().AddService("s7opcbridge", serviceVersion: ProgramVersion.Text, autoGenerateServiceInstanceId: false, serviceInstanceId: name))
            .AddMeter(BridgeMeter.Name)
            .AddReader(new PeriodicExportingMetricReader(exporter, (int)settings.Every.TotalMilliseconds))
            .Build();
        return new OtlpExport(meter, provider);
    }

    public async ValueTask DisposeAsync()
    {
        // Their shutdown blocks.
        await Task.Run(() => _provider.Shutdown(ShutdownTimeoutMs));
        _provider.Dispose();
        _meter.Dispose();
    }
}
