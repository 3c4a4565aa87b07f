namespace S7OpcBridge;

/// <summary>The server's settings as written, and where.</summary>
internal sealed class ServerDraft
{
    public ServerSettings Settings { get; set; } = new();

    public SourceSpot NameSpot { get; set; }

    public SourceSpot EndpointSpot { get; set; }

    public SourceSpot SecuritySpot { get; set; }

    public SourceSpot AnonymousSpot { get; set; }

    public SourceSpot TrustSpot { get; set; }

    public SourceSpot UsersSpot { get; set; }

    public SourceSpot DiscoverySpot { get; set; }
}
