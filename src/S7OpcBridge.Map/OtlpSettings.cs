namespace S7OpcBridge.Map;

/// <summary>Where the figures are sent by OTLP. Immutable.</summary>
/// <param name="Endpoint">URL of the collector.</param>
/// <param name="IsHttp">True: http/protobuf; false: gRPC.</param>
/// <param name="Every">Time between two exports.</param>
public sealed record OtlpSettings(Uri Endpoint, bool IsHttp, TimeSpan Every)
{
    /// <summary>Port of http/protobuf, by which it is known where the map does not say.</summary>
    public const int HttpPort = 4318;

    /// <summary>Time between two exports unless the map says otherwise.</summary>
    public static readonly TimeSpan DefaultEvery = TimeSpan.FromSeconds(15);

    /// <summary>Where metrics go: over http below <c>/v1/metrics</c>, unless the URL has a path of its own.</summary>
    public Uri Target => IsHttp && Endpoint.AbsolutePath == "/" ? new Uri(Endpoint, "v1/metrics") : Endpoint;

    /// <summary>All of it in a line, to tell whether a reload changes anything.</summary>
    public override string ToString() => $"{Endpoint.OriginalString} by {(IsHttp ? "http" : "grpc")} every {Durations.Format(Every)}";
}
