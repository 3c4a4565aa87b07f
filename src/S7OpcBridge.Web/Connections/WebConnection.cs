using System.Net;

namespace S7OpcBridge.Web.Connections;

/// <summary>A connection that has a place.</summary>
/// <param name="places">All such connections.</param>
/// <param name="endpoint">The endpoint that accepted it.</param>
/// <param name="network">The network of the client.</param>
/// <param name="abort">Closes it.</param>
internal sealed class WebConnection(WebConnections places, WebEndpoint endpoint, IPAddress network, Action abort) : IDisposable
{
    private int _begun;

    /// <summary>The endpoint that accepted it.</summary>
    public WebEndpoint Endpoint => endpoint;

    /// <summary>The network of the client.</summary>
    public IPAddress Network => network;

    /// <summary>
    /// Number of requests being answered; begins with 1 without TLS, because the first request has arrived already. Guarded by <see cref="WebConnections"/>.
    /// </summary>
    public int Requests { get; set; } = endpoint.IsSecure ? 0 : 1;

    /// <summary>Increases with each change of <see cref="Requests"/> of any connection. Guarded by <see cref="WebConnections"/>.</summary>
    public long IdleSince { get; set; }

    /// <summary>Closes it.</summary>
    public void Abort() => abort();

    /// <summary>Called when a request begins.</summary>
    public void BeginRequest()
    {
        if (endpoint.IsSecure || Interlocked.Exchange(ref _begun, 1) != 0)
            places.Count(this, 1);
    }

    /// <summary>Called when a request was answered.</summary>
    public void EndRequest() => places.Count(this, -1);

    /// <summary>Releases its place.</summary>
    public void Dispose() => places.GiveBack(this);
}
