using System.Net;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport;

namespace S7OpcBridge.OpcUa.Channel.Reverse;

/// <summary>Connects to a client that listens, and sends RHE.</summary>
/// <param name="client">Where it listens.</param>
/// <param name="serverUri">This server's ApplicationUri.</param>
/// <param name="endpointUrl">The URL that the client repeats in HEL.</param>
/// <param name="time">The clock of the time limit.</param>
internal sealed class ReverseDial(ServerAddress client, string serverUri, string endpointUrl, TimeProvider time)
{
    /// <summary>Limit for name, connection and RHE together.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromSeconds(10);

    private readonly byte[] _reverseHello = ReverseHelloMessage.Write(serverUri, endpointUrl);

    /// <summary>Looks a name up. For tests without a name server.</summary>
    public Func<string, CancellationToken, Task<IPAddress[]>> Resolve { get; init; } = Dns.GetHostAddressesAsync;

    /// <summary>Opens a connection to the first of the client's addresses that answers.</summary>
    /// <returns>The socket, on which RHE has been sent; the caller's.</returns>
    /// <exception cref="UaException">The client was not reached; the message says why.</exception>
    public async Task<Socket> ConnectAsync(CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(Limit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            var addresses = await AddressesAsync(either.Token).ConfigureAwait(false);
            for (var i = 0; ; i++)
            {
                // An address without an answer must leave time for the ones behind it.
                using var share = new CancellationTokenSource(Limit / addresses.Length, time);
                using var both = CancellationTokenSource.CreateLinkedTokenSource(share.Token, either.Token);
                try
                {
                    return await ConnectAsync(addresses[i], both.Token).ConfigureAwait(false);
                }
                catch (Exception e) when (e is SocketException or OperationCanceledException && i + 1 < addresses.Length)
                {
                    either.Token.ThrowIfCancellationRequested();
                }
            }
        }
        catch (SocketException e)
        {
            throw ReverseErrors.From(e, client);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new UaException(
                StatusCodes.BadTimeout,
                $"there was no answer within {Limit.TotalSeconds:0} s; a firewall may block port {client.Port}, or the machine is off"
            );
        }
    }

    private async Task<IPAddress[]> AddressesAsync(CancellationToken cancellationToken)
    {
        if (IPAddress.TryParse(client.Host, out var literal))
            return [literal];
        try
        {
            // The system's lookup cannot be cancelled everywhere, so it is left behind.
            var addresses = await Resolve(client.Host, cancellationToken).WaitAsync(cancellationToken).ConfigureAwait(false);
            return addresses.Length > 0 ? addresses : throw new SocketException((int)SocketError.HostNotFound);
        }
        catch (SocketException)
        {
            throw new UaException(StatusCodes.BadNotFound, $"the name '{client.Host}' is not known here; check it and the DNS server");
        }
    }

    private async Task<Socket> ConnectAsync(IPAddress address, CancellationToken cancellationToken)
    {
        var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            // An idle connection is kept in the tables of firewalls by it, and a machine that is gone is noticed.
            KeepAlive.Enable(socket);
            await socket.ConnectAsync(new IPEndPoint(address, client.Port), cancellationToken).ConfigureAwait(false);
            for (ReadOnlyMemory<byte> rest = _reverseHello; !rest.IsEmpty; )
                rest = rest[await socket.SendAsync(rest, cancellationToken).ConfigureAwait(false)..];
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
