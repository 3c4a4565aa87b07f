using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Server;

/// <summary>The keys of <c>otlp</c>.</summary>
internal static class OtlpKeys
{
    public static readonly KeyTable<RawOtlp> Table = new(
        "OTLP export",
        new(
            "endpoint",
            KeyShape.Text,
            "URL of the collector, such as http://collector:4317 (gRPC) or http://collector:4318 (http).",
            ReadEndpoint
        ),
        new(
            "protocol",
            KeyShape.OneOf("grpc", "http"),
            "grpc or http (http/protobuf). Default: http on port 4318, else grpc.",
            static (yaml, otlp) =>
            {
                if (yaml.OneOf(["grpc", "http"]) is { } word)
                    otlp.IsHttp = word == "http";
            }
        ),
        new(
            "every",
            KeyShape.Duration,
            "Time between two exports, 1s to 1h. Default 15s.",
            static (yaml, otlp) => otlp.Every = yaml.Duration(TimeSpan.FromSeconds(1), TimeSpan.FromHours(1)) ?? otlp.Every
        )
    );

    /// <summary>Reads the value of <c>otlp</c>.</summary>
    public static void Read(YamlReader yaml, RawOtlp otlp)
    {
        var spot = yaml.Spot;
        var errors = yaml.Findings.HasErrors;
        if (Table.Read(yaml, otlp) && otlp.Endpoint is null && yaml.Findings.HasErrors == errors)
            yaml.Findings.Error(spot, "'otlp' has no endpoint; add one such as 'endpoint: http://collector:4317'");
    }

    private static void ReadEndpoint(YamlReader yaml, RawOtlp otlp)
    {
        var spot = yaml.Spot;
        if (yaml.Text("a URL such as http://collector:4317") is not { } text)
            return;
        if (Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https" && url.Host.Length > 0)
            otlp.Endpoint = url;
        else
            yaml.Findings.Error(
                spot,
                $"'{text}' is not the address of a collector; write http:// or https://, a host and a port, such as "
                    + "http://collector:4317"
            );
    }
}

/// <summary>The section <c>otlp</c> as written.</summary>
internal sealed class RawOtlp
{
    public Uri? Endpoint { get; set; }

    public bool? IsHttp { get; set; }

    public TimeSpan Every { get; set; } = OtlpSettings.DefaultEvery;

    /// <summary>The resulting settings; null: there is no endpoint.</summary>
    public OtlpSettings? Settings =>
        Endpoint is null ? null : new OtlpSettings(Endpoint, IsHttp ?? Endpoint.Port == OtlpSettings.HttpPort, Every);
}
