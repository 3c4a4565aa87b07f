namespace S7OpcBridge.Map;

/// <summary>The map's settings of health, metrics and status page. Immutable.</summary>
public sealed record WebSettings
{
    /// <summary>Default URL of the status page: this machine only.</summary>
    public const string DefaultListen = "http://127.0.0.1:8080";

    /// <summary>In place of a file: the certificate of the OPC UA server.</summary>
    public const string OwnCertificate = "own";

    /// <summary>False: nothing is served.</summary>
    public bool IsOn { get; init; } = true;

    /// <summary>True where the map configures it. An unconfigured page is omitted where its port is in use; the bridge still starts.</summary>
    public bool IsAskedFor { get; init; }

    /// <summary>URLs on which everything is served: http or https, an address of this machine or localhost.</summary>
    public IReadOnlyList<Uri> Listen { get; init; } = [new(DefaultListen)];

    /// <summary>URL on which only health is served, without a login; null: none.</summary>
    public Uri? Health { get; init; }

    /// <summary>True: metrics are served at <see cref="Health"/>, too, for Prometheus on another machine.</summary>
    public bool HealthMetrics { get; init; }

    /// <summary>PEM file with the certificate for https and its chain, resolved; null: none.</summary>
    public string? Certificate { get; init; }

    /// <summary>True: https uses the certificate of the OPC UA server, and follows its renewal.</summary>
    public bool UsesOwnCertificate { get; init; }

    /// <summary>PEM file of its private key, resolved; null: in the same file.</summary>
    public string? Key { get; init; }

    /// <summary>False: nothing can be changed through the page. True: the map, too, even where it looks read-only. Null: the files decide.</summary>
    public bool? Edit { get; init; }

    /// <summary>All settings that need a restart on one line, to detect changes on a reload.</summary>
    public string Summary =>
        !IsOn
            ? "false"
            : string.Join(", ", Listen.Select(url => url.OriginalString))
                + (Health is null ? "" : $", health {Health.OriginalString}{(HealthMetrics ? " with metrics" : "")}")
                + (UsesOwnCertificate ? $", certificate {OwnCertificate}" : "")
                + (Certificate is null ? "" : $", certificate {Certificate}")
                + (Key is null ? "" : $", key {Key}");

    /// <summary>True where an address begins with https.</summary>
    public bool HasHttps => IsOn && Listen.Append(Health).Any(static url => url?.Scheme == "https");

    /// <summary>True where only this machine can connect.</summary>
    public static bool IsLoopback(Uri url) => Loopback.IsHost(url.Host);
}
