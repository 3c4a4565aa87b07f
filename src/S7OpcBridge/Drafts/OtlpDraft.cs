namespace S7OpcBridge;

/// <summary><c>otlp</c> as written.</summary>
internal sealed class OtlpDraft
{
    public Uri? Endpoint { get; set; }

    public bool? IsHttp { get; set; }

    public TimeSpan Every { get; set; } = OtlpSettings.DefaultEvery;

    /// <summary>What it comes to; null: there is no endpoint.</summary>
    public OtlpSettings? Settings => Endpoint is null ? null : new OtlpSettings(Endpoint, IsHttp ?? Endpoint.Port == OtlpSettings.HttpPort, Every);
}
