using System.Net;
using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp;
using S7OpcBridge.IsoOnTcp.Loop;

namespace S7OpcBridge.S7.Transport;

/// <summary>Opens a connection: name resolution, TCP, then the <see cref="Handshake"/>. The timeout of the options applies to each step.</summary>
internal static class Connector
{
    private const int KeepAliveIdleSeconds = 60;
    private const int KeepAliveIntervalSeconds = 10;
    private const int KeepAliveProbes = 3;

    /// <summary>Tries the host and then, where configured, the second host of a redundant PLC.</summary>
    public static async Task<OpenLink> OpenAsync(S7ConnectionOptions options, TimeProvider time, CancellationToken cancellationToken)
    {
        options.Check();
        try
        {
            return await OpenHostAsync(options.Host, options, time, cancellationToken).ConfigureAwait(false);
        }
        catch (S7Exception first) when (options.Second is not null)
        {
            try
            {
                return await OpenHostAsync(options.Second, options, time, cancellationToken).ConfigureAwait(false);
            }
            catch (S7LinkException second)
            {
                throw new S7LinkException($"Neither host accepts the connection. {first.Message} {second.Message}", second)
                {
                    Stage = second.Stage,
                    Cause = second.Cause,
                };
            }
        }
    }

    private static async Task<OpenLink> OpenHostAsync(string host, S7ConnectionOptions options, TimeProvider time, CancellationToken cancellationToken)
    {
        var socket = await ConnectAsync(host, options, time, cancellationToken).ConfigureAwait(false);
        try
        {
            return await new Handshake(host, socket, options, time).RunAsync(cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static async Task<LoopSocket> ConnectAsync(string host, S7ConnectionOptions options, TimeProvider time, CancellationToken cancellationToken)
    {
        S7LinkException? failure = null;
        foreach (var address in await ResolveAsync(host, options, time, cancellationToken).ConfigureAwait(false))
        {
            try
            {
                return await ConnectAsync(new IPEndPoint(address, options.Port), options, time, cancellationToken).ConfigureAwait(false);
            }
            catch (S7LinkException e)
            {
                failure = e;
            }
        }
        throw failure!;
    }

    private static async Task<IPAddress[]> ResolveAsync(string host, S7ConnectionOptions options, TimeProvider time, CancellationToken cancellationToken)
    {
        if (IPAddress.TryParse(host, out var literal))
            return [literal];
        using var deadline = Deadline.Start(options.Timeout, time, cancellationToken);
        try
        {
            var family = options.Bind?.AddressFamily ?? AddressFamily.Unspecified;
            var addresses = await Dns.GetHostAddressesAsync(host, family, deadline.Token).ConfigureAwait(false);
            if (addresses.Length > 0)
                return addresses;
        }
        catch (SocketException e)
        {
            throw NameUnknown(host, e);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw NameUnknown(host, e);
        }
        throw NameUnknown(host, null);
    }

    private static S7LinkException NameUnknown(string host, Exception? inner) =>
        new($"The name '{host}' has no address. Check its spelling and the DNS server, or write the PLC's IP address.", inner)
        {
            Stage = S7ConnectStage.Resolve,
            Cause = S7LinkCause.NameUnknown,
        };

    private static async Task<LoopSocket> ConnectAsync(IPEndPoint target, S7ConnectionOptions options, TimeProvider time, CancellationToken cancellationToken)
    {
        var socket = new LoopSocket(target.AddressFamily, EventLoop.Shared);
        try
        {
            Configure(socket.Handle);
            if (options.Bind is not null)
                Bind(socket.Handle, options.Bind);
            using var deadline = Deadline.Start(options.Timeout, time, cancellationToken);
            await socket.ConnectAsync(target, deadline.Token).ConfigureAwait(false);
            return socket;
        }
        catch (Exception e)
        {
            socket.Dispose();
            if (e is SocketException { SocketErrorCode: var code })
                throw TcpFailed(target, code, e);
            if (e is OperationCanceledException && !cancellationToken.IsCancellationRequested)
                throw TcpFailed(target, SocketError.TimedOut, e);
            throw;
        }
    }

    private static void Configure(Socket socket)
    {
        // Frames are small and answers are awaited, so Nagle's algorithm would delay every job.
        socket.NoDelay = true;
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, KeepAliveIdleSeconds);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, KeepAliveIntervalSeconds);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, KeepAliveProbes);
    }

    private static void Bind(Socket socket, IPAddress local)
    {
        try
        {
            socket.Bind(new IPEndPoint(local, 0));
        }
        catch (SocketException e)
        {
            throw new S7LinkException(
                $"This machine cannot connect from {local}: {e.Message}. 'bind' must be one of its own addresses, of the same kind (IPv4, IPv6) as the PLC's.",
                e
            )
            {
                Stage = S7ConnectStage.Tcp,
                Cause = S7LinkCause.BindFailed,
            };
        }
    }

    private static S7LinkException TcpFailed(IPEndPoint target, SocketError code, Exception inner)
    {
        var (cause, sentence) = code switch
        {
            SocketError.ConnectionRefused => (
                S7LinkCause.Refused,
                $"{target} refuses TCP: the machine is there but nothing listens on port {target.Port}. Is this the PLC's address, is the CPU up, and does it "
                    + "serve S7 on this port?"
            ),
            SocketError.TimedOut => (
                S7LinkCause.TimedOut,
                $"{target} does not answer TCP. Is the PLC switched on, is the address right, and does no firewall block port {target.Port}?"
            ),
            SocketError.HostUnreachable or SocketError.NetworkUnreachable or SocketError.HostDown or SocketError.NetworkDown => (
                S7LinkCause.Unreachable,
                $"There is no route to {target}: check the network cable, the subnet mask and the gateway of this machine."
            ),
            _ => (S7LinkCause.Other, $"TCP to {target} failed: {inner.Message}."),
        };
        return new S7LinkException(sentence, inner) { Stage = S7ConnectStage.Tcp, Cause = cause };
    }
}
