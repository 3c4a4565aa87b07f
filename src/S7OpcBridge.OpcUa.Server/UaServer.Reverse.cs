using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Reverse;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Discovery;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>Connections of clients: those that they make, and those that the server makes.</summary>
public sealed partial class UaServer
{
    private ReverseConnections? _reverse;

    /// <summary>The clients that the server dials, as they are now.</summary>
    public IReadOnlyList<ReverseStatus> ReverseConnections => _reverse?.Statuses ?? [];

    private ReverseConnections? ReverseTo(IReadOnlyList<ReverseClient> clients, EndpointUrls addresses) =>
        clients.Count == 0
            ? null
            : new ReverseConnections(
                clients,
                Options.ApplicationUri,
                client => UrlFor(client, addresses),
                TakeDialled,
                _context.Report,
                Options.Time
            );

    // Clients compare it byte for byte with what they are configured for, and with the URL in the endpoints.
    private static string UrlFor(ReverseClient client, EndpointUrls addresses)
    {
        var url = client.EndpointUrl ?? addresses.All[0];
        return addresses.UrlFor(url, local: null) == url
            ? url
            : throw new ArgumentException(
                $"'{url}' for {client.Url} is no URL of this server; its URLs are {string.Join(", ", addresses.All)}."
            );
    }

    private void Accept(Socket socket)
    {
        var remote = socket.RemoteEndPoint;
        if (!_connections.TryMakeRoom())
        {
            _context.Report(new ConnectionRefused(remote, $"{remote} was refused: there are {_connections.Count} connections already."));
            socket.Dispose();
            return;
        }

        KeepAlive.Enable(socket);
        _connections.Run(new UaConnection(socket, _context.Channels, _opening, _dispatcher!.Dispatch));
    }

    private Admitted TakeDialled(Socket socket, Action opened)
    {
        if (!_connections.TryMakeRoom())
            throw new UaException(StatusCodes.BadTcpNotEnoughResources, $"there are {_connections.Count} connections already");
        var connection = new UaConnection(socket, _context.Channels, _opening, _dispatcher!.Dispatch) { WhenOpened = opened };
        return new Admitted(connection, _connections.Run(connection));
    }
}
