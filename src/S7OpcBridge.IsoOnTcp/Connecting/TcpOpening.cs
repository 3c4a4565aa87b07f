using System.Net;
using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp.Loop;

namespace S7OpcBridge.IsoOnTcp.Connecting;

/// <summary>Resolves a host and opens TCP to the first of its addresses that answers.</summary>
/// <param name="host">Name or address.</param>
/// <param name="port">TCP port.</param>
/// <param name="bind">Local address to connect from; null: the system chooses.</param>
/// <param name="timeout">Limit of each step: of the name, and of each address.</param>
/// <param name="time">The clock of the limit.</param>
internal sealed class TcpOpening(string host, int port, IPAddress? bind, TimeSpan timeout, TimeProvider time)
{
    private const int KeepAliveIdleSeconds = 60;
    private const int KeepAliveIntervalSeconds = 10;
    private const int KeepAliveProbes = 3;

    /// <summary>Opens a socket of the <see cref="EventLoop"/> of the clock.</summary>
    /// <exception cref="TcpOpeningException">No address accepts the connection; the message describes the last failure.</exception>
    public Task<LoopSocket> OpenLoopSocketAsync(CancellationToken cancellationToken) =>
        OpenAsync(
            family => EventLoop.Of(time).Open(family, Configure),
            static (socket, target, token) => socket.ConnectAsync(target, token),
            cancellationToken
        );

    /// <summary>Opens a socket of the runtime.</summary>
    /// <exception cref="TcpOpeningException">No address accepts the connection; the message describes the last failure.</exception>
    public Task<Socket> OpenSocketAsync(CancellationToken cancellationToken) =>
        OpenAsync(
            family =>
            {
                var socket = new Socket(family, SocketType.Stream, ProtocolType.Tcp);
                Configure(socket);
                return socket;
            },
            static (socket, target, token) => socket.ConnectAsync(target, token),
            cancellationToken
        );

    private async Task<T> OpenAsync<T>(
        Func<AddressFamily, T> make,
        Func<T, IPEndPoint, CancellationToken, ValueTask> connect,
        CancellationToken cancellationToken
    )
        where T : IDisposable
    {
        TcpOpeningException? failure = null;
        foreach (var address in await ResolveAsync(cancellationToken).ConfigureAwait(false))
        {
            var target = new IPEndPoint(address, port);
            T? socket = default;
            try
            {
                socket = make(address.AddressFamily);
                using var deadline = Deadline.Start(timeout, time, cancellationToken);
                await connect(socket, target, deadline.Token).ConfigureAwait(false);
                return socket;
            }
            catch (Exception e)
            {
                socket?.Dispose();
                failure = e switch
                {
                    TcpOpeningException known => known,
                    SocketException { SocketErrorCode: var code } => Failed(target, code, e),
                    OperationCanceledException when !cancellationToken.IsCancellationRequested => Failed(target, SocketError.TimedOut, e),
                    _ => null,
                };
                if (failure is null)
                    throw;
            }
        }
        throw failure!;
    }

    private async Task<IPAddress[]> ResolveAsync(CancellationToken cancellationToken)
    {
        if (IPAddress.TryParse(host, out var literal))
            return [literal];
        using var deadline = Deadline.Start(timeout, time, cancellationToken);
        Exception? inner = null;
        try
        {
            var addresses = await Dns.GetHostAddressesAsync(host, bind?.AddressFamily ?? AddressFamily.Unspecified, deadline.Token)
                .ConfigureAwait(false);
            if (addresses.Length > 0)
                return addresses;
        }
        catch (Exception e) when (e is SocketException || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            inner = e;
        }
        throw new TcpOpeningException(
            TcpFault.NameUnknown,
            $"The name '{host}' has no address. Check its spelling and the DNS server, or write the PLC's IP address.",
            inner
        );
    }

    private void Configure(Socket socket)
    {
        // Requests are small and answers are awaited, so Nagle's algorithm would delay each.
        socket.NoDelay = true;
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, KeepAliveIdleSeconds);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, KeepAliveIntervalSeconds);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, KeepAliveProbes);
        if (bind is null)
            return;
        try
        {
            socket.Bind(new IPEndPoint(bind, 0));
        }
        catch (SocketException e)
        {
            throw new TcpOpeningException(
                TcpFault.BindFailed,
                $"This machine cannot connect from {bind}: {e.Message}. 'bind' must be one of its own addresses, of the same kind (IPv4, IPv6) as the PLC's.",
                e
            );
        }
    }

    private static TcpOpeningException Failed(IPEndPoint target, SocketError code, Exception inner)
    {
        var (fault, sentence) = code switch
        {
            SocketError.ConnectionRefused => (
                TcpFault.Refused,
                $"{target} refuses TCP: the machine is there but nothing listens on port {target.Port}. Check that this is the PLC's address and port, "
                    + "and that the CPU is up."
            ),
            SocketError.TimedOut => (
                TcpFault.TimedOut,
                $"{target} does not answer TCP. Check that the PLC is switched on, the address, and that no firewall blocks port {target.Port}."
            ),
            SocketError.HostUnreachable or SocketError.NetworkUnreachable or SocketError.HostDown or SocketError.NetworkDown => (
                TcpFault.Unreachable,
                $"There is no route to {target}: check the network cable, the subnet mask and the gateway of this machine."
            ),
            _ => (TcpFault.Other, $"TCP to {target} failed: {inner.Message}."),
        };
        return new TcpOpeningException(fault, sentence, inner);
    }
}
