using System.Net;

namespace S7OpcBridge.Map;

/// <summary>What the map says about health, metrics and the status page. Immutable.</summary>
public sealed record WebSettings
{
    /// <summary>Where the status page is unless the map says otherwise: for this machine only.</summary>
    public const string DefaultListen = "http://127.0.0.1:8080";

    /// <summary>False: nothing listens.</summary>
    public bool IsOn { get; init; } = true;

    /// <summary>True where the map asks for it. What nobody asked for may be missing: a port in use is no reason not to bridge.</summary>
    public bool IsAskedFor { get; init; }

    /// <summary>Where everything is served: http or https, an address of this machine or localhost.</summary>
    public IReadOnlyList<Uri> Listen { get; init; } = [new(DefaultListen)];

    /// <summary>Where health alone is served, without a login; null: only with the rest.</summary>
    public Uri? Health { get; init; }

    /// <summary>True: metrics, too, are served at <see cref="Health"/>, for a Prometheus elsewhere.</summary>
    public bool HealthMetrics { get; init; }

    /// <summary>PEM file of the certificate for https with its chain, resolved; null: none.</summary>
    public string? Certificate { get; init; }

    /// <summary>PEM file of its private key, resolved; null: in the same file.</summary>
    public string? Key { get; init; }

    /// <summary>All of it in a line, to tell whether a reload changes anything.</summary>
    public string Summary => !IsOn ? "false"
        : string.Join(", ", Listen.Select(url => url.OriginalString)) + (Health is null ? "" : $", health {Health.OriginalString}{(HealthMetrics ? " with metrics" : "")}")
            + (Certificate is null ? "" : $", certificate {Certificate}") + (Key is null ? "" : $", key {Key}");

    /// <summary>True where only this machine can connect.</summary>
    public static bool IsLoopback(Uri url) => url.Host == "localhost" || IPAddress.IsLoopback(IPAddress.Parse(url.Host.Trim('[', ']')));
}
