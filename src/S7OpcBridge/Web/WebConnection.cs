using System.Net;
using Microsoft.AspNetCore.Connections;

namespace S7OpcBridge;

/// <summary>A connection that has a place.</summary>
/// <param name="places">Where.</param>
/// <param name="endpoint">Where it came in.</param>
/// <param name="network">Where it came from.</param>
internal sealed class WebConnection(WebConnections places, WebEndpoint endpoint, IPAddress network) : IDisposable
{
    private volatile ConnectionContext? _connection;
    private volatile bool _isGone;
    private int _begun;

    /// <summary>Where it came in.</summary>
    public WebEndpoint Endpoint => endpoint;

    /// <summary>Where it came from.</summary>
    public IPAddress Network => network;

    /// <summary>
    /// Requests that are being answered; of <see cref="WebConnections"/>. Without TLS the first is there already when the connection has its place.
    /// </summary>
    public int Requests { get; set; } = endpoint.IsSecure ? 0 : 1;

    /// <summary>The smaller, the longer it has been without one; of <see cref="WebConnections"/>.</summary>
    public long IdleSince { get; set; }

    /// <summary>It is served from here on.</summary>
    public void Begin(ConnectionContext connection)
    {
        _connection = connection;
        Interlocked.MemoryBarrier(); // Abort writes and reads the same two the other way round
        if (_isGone)
            connection.Abort();
    }

    /// <summary>Ends it.</summary>
    public void Abort()
    {
        _isGone = true;
        Interlocked.MemoryBarrier();
        _connection?.Abort();
    }

    /// <summary>A request begins.</summary>
    public void BeginRequest()
    {
        if (endpoint.IsSecure || Interlocked.Exchange(ref _begun, 1) != 0)
            places.Count(this, 1);
    }

    /// <summary>It is answered.</summary>
    public void EndRequest() => places.Count(this, -1);

    /// <summary>Gives the place back.</summary>
    public void Dispose() => places.GiveBack(this);
}
