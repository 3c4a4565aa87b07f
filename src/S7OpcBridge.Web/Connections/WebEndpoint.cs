using S7OpcBridge.Map;

namespace S7OpcBridge.Web.Connections;

/// <summary>A URL to listen on, with what is served there.</summary>
/// <param name="Url">The URL of the map.</param>
/// <param name="IsHealth">True: health only, without a login.</param>
/// <param name="HasMetrics">True: also metrics.</param>
internal sealed record WebEndpoint(Uri Url, bool IsHealth, bool HasMetrics)
{
    /// <summary>True where only this machine can connect.</summary>
    public bool IsLoopback { get; } = WebSettings.IsLoopback(Url);

    /// <summary>True where a user name and a password are required.</summary>
    public bool NeedsLogin => !IsLoopback && !IsHealth;

    /// <summary>True where TLS precedes the first request.</summary>
    public bool IsSecure { get; } = Url.Scheme == "https";

    /// <summary>The endpoints of a map.</summary>
    public static WebEndpoint[] From(WebSettings settings) =>
        [
            .. settings.Listen.Select(url => new WebEndpoint(url, IsHealth: false, HasMetrics: true)),
            .. settings.Health is { } health
                ? [new WebEndpoint(health, IsHealth: true, settings.HealthMetrics)]
                : Array.Empty<WebEndpoint>(),
        ];
}
