using System.Net;
using S7OpcBridge.Map;

namespace S7OpcBridge;

/// <summary>An address that is listened on, and what may be had there.</summary>
/// <param name="Url">As the map says it.</param>
/// <param name="IsHealth">True: health only, without a login.</param>
/// <param name="HasMetrics">True: metrics, too.</param>
internal sealed record WebDoor(Uri Url, bool IsHealth, bool HasMetrics)
{
    /// <summary>True where only this machine can come.</summary>
    public bool IsLoopback { get; } = WebSettings.IsLoopback(Url);

    /// <summary>True where a user name and a password are asked for.</summary>
    public bool NeedsLogin => !IsLoopback && !IsHealth;

    /// <summary>True where TLS stands before the first request.</summary>
    public bool IsSecure { get; } = Url.Scheme == "https";

    /// <summary>True if an endpoint that is listened on is this one, or one of the two of localhost.</summary>
    public bool IsAt(IPEndPoint endpoint) =>
        endpoint.Port == Url.Port && (Url.Host == "localhost" ? IPAddress.IsLoopback(endpoint.Address) : IPAddress.Parse(Url.Host.Trim('[', ']')).Equals(endpoint.Address));

    /// <summary>The doors of a map.</summary>
    public static WebDoor[] Of(WebSettings settings) =>
        [.. settings.Listen.Select(url => new WebDoor(url, IsHealth: false, HasMetrics: true)), .. settings.Health is { } health ? [new WebDoor(health, IsHealth: true, settings.HealthMetrics)] : Array.Empty<WebDoor>()];

    /// <summary>True for a Host header that a browser on this machine sends; a name that somebody's DNS has turned to 127.0.0.1 is none.</summary>
    public static bool IsLoopbackName(string host) =>
        host.Equals("localhost", StringComparison.OrdinalIgnoreCase) || (IPAddress.TryParse(host.Trim('[', ']'), out var address) && IPAddress.IsLoopback(address));
}
