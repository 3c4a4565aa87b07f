namespace S7OpcBridge.Map;

/// <summary>A client that listens, and to which the server connects.</summary>
/// <param name="Client">Where it listens: opc.tcp://host:port.</param>
/// <param name="Endpoint">The URL of this server that it is told, one of <see cref="ServerSettings.ClientUrls"/>; null: the first of them.</param>
/// <param name="Retry">Pause after the first failure, 1 s to 60 s.</param>
public sealed record ReverseConnectSettings(string Client, string? Endpoint, TimeSpan Retry)
{
    /// <summary>Clients that a map may name.</summary>
    public const int Most = 16;

    /// <summary>Pause after the first failure where the map names none.</summary>
    public static readonly TimeSpan DefaultRetry = TimeSpan.FromSeconds(10);

    /// <summary>True: it is on this machine.</summary>
    public bool IsLocal => Loopback.IsHost(new Uri(Client).Host);

    /// <inheritdoc/>
    public override string ToString() => $"{Client}{(Endpoint is null ? "" : $" as {Endpoint}")} every {Retry.TotalSeconds:0.###} s";
}
