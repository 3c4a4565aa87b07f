using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Web.Page;

/// <summary>A client that the server dials (reverse connect).</summary>
/// <param name="Client">Where it listens.</param>
/// <param name="Endpoint">The URL of this server that it is told.</param>
/// <param name="State">dialling, waiting, connected or failed.</param>
/// <param name="SinceMs">For how long the state has been so.</param>
/// <param name="Channels">Its secure channels.</param>
/// <param name="LastError">What went wrong last, in words; null: nothing so far.</param>
/// <param name="ErrorMs">How long ago that was.</param>
internal sealed record DialledClient(
    string Client,
    string Endpoint,
    string State,
    double SinceMs,
    int Channels,
    string? LastError,
    double? ErrorMs
)
{
    public static DialledClient From(ReverseStatus status, DateTimeOffset now) =>
        new(
            status.Client,
            status.EndpointUrl,
            status.State.ToString().ToLowerInvariant(),
            Math.Round((now - status.Since).TotalMilliseconds),
            status.Channels,
            status.LastError,
            status.LastErrorAt is { } at ? Math.Round((now - at).TotalMilliseconds) : null
        );
}
