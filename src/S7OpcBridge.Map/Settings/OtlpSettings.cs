namespace S7OpcBridge.Map;

/// <summary>Target and interval of the OTLP export of metrics. Immutable.</summary>
/// <param name="Endpoint">URL of the collector.</param>
/// <param name="IsHttp">True: http/protobuf; false: gRPC.</param>
/// <param name="Every">Time between two exports.</param>
public sealed record OtlpSettings(Uri Endpoint, bool IsHttp, TimeSpan Every)
{
    /// <summary>Default port of http/protobuf; where the map names no protocol, the port decides.</summary>
    public const int HttpPort = 4318;

    /// <summary>Default time between two exports.</summary>
    public static readonly TimeSpan DefaultEvery = TimeSpan.FromSeconds(15);

    /// <summary>The URL of the metrics: with http, <c>/v1/metrics</c> is appended unless the URL has a path.</summary>
    public Uri Target => IsHttp && Endpoint.AbsolutePath == "/" ? new Uri(Endpoint, "v1/metrics") : Endpoint;

    /// <summary>All settings on one line, to detect changes on a reload.</summary>
    public override string ToString() => $"{Endpoint.OriginalString} by {(IsHttp ? "http" : "grpc")} every {Durations.Format(Every)}";
}
