using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.OpcUa.Server.Management;

/// <summary>Registration with a Local Discovery Server, so that clients find this server there (OPC 10000-4, 5.5.5; OPC 10000-12, 4.2).</summary>
public sealed record DiscoveryRegistration
{
    /// <summary>The discovery server: <c>opc.tcp://host:4840</c>.</summary>
    public required string Url { get; init; }

    /// <summary>Checks the discovery server's certificate like a client's.</summary>
    public required ClientCertificateCheck CheckServerCertificate { get; init; }

    /// <summary>How often the registration is renewed; discovery servers drop it after ten minutes.</summary>
    public TimeSpan Interval { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>How long to wait after a failure; no longer than <see cref="Interval"/>.</summary>
    public TimeSpan Retry { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How long one registration may take.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(15);
}
