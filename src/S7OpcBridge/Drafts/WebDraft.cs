namespace S7OpcBridge;

/// <summary><c>web</c> as written, and where.</summary>
internal sealed class WebDraft
{
    public WebSettings Settings { get; set; } = new();

    public SourceSpot ListenSpot { get; set; }

    public SourceSpot HealthSpot { get; set; }

    public SourceSpot CertificateSpot { get; set; }
}
