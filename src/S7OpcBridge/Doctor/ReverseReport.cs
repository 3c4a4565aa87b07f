using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Doctor;

/// <summary>A client that the server dials (reverse connect), as <c>doctor</c> sees it.</summary>
/// <param name="Client">Where it listens.</param>
/// <param name="Endpoint">The URL of this server that it is told.</param>
/// <param name="Ok">True: it was reached, and did not refuse.</param>
/// <param name="Detail">What it did, or why it was not reached, as a sentence.</param>
internal sealed record ReverseReport(string Client, string Endpoint, bool Ok, string Detail)
{
    /// <summary>Dials each client of the map once, all at the same time.</summary>
    public static async Task<IReadOnlyList<ReverseReport>> DialAsync(
        ServerSettings server,
        TimeProvider time,
        CancellationToken cancellationToken
    ) => await Task.WhenAll(server.ReverseConnect.Select(client => DialAsync(server, client, time, cancellationToken)));

    /// <summary>What the running bridge knows; it is not dialled again, because the client might take that connection for its session.</summary>
    public static IReadOnlyList<ReverseReport> From(IReadOnlyList<ReverseStatus> statuses) =>
        [
            .. statuses.Select(status => new ReverseReport(
                status.Client,
                status.EndpointUrl,
                status.State is ReverseState.Connected or ReverseState.Waiting,
                status.State switch
                {
                    ReverseState.Connected => "It is connected.",
                    ReverseState.Waiting => "It took the connection and may use it at any time.",
                    _ => Sentence(status.LastError ?? "it is being dialled"),
                }
            )),
        ];

    private static async Task<ReverseReport> DialAsync(
        ServerSettings server,
        ReverseConnectSettings client,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        var endpoint = client.Endpoint ?? server.ClientUrls[0];
        var (isFine, text) = await ReverseProbe.DialAsync(client.Client, server.ApplicationUri, endpoint, time, cancellationToken);
        return new ReverseReport(client.Client, endpoint, isFine, Sentence(text));
    }

    private static string Sentence(string end) => $"{char.ToUpperInvariant(end[0])}{end[1..].TrimEnd('.')}.";
}
