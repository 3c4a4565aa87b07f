using System.Net;
using System.Net.Sockets;
using S7OpcBridge.S7Plus.Transport;

namespace S7OpcBridge.S7Plus.Opening;

/// <summary>Resolves a host and opens TCP to the first address that answers.</summary>
internal static class TcpOpening
{
    private const int KeepAliveIdleSeconds = 60;
    private const int KeepAliveIntervalSeconds = 10;
    private const int KeepAliveProbes = 3;

    /// <exception cref="S7PlusLinkException">No address accepts the connection; the message describes the last failure.</exception>
    public static async Task<Socket> OpenAsync(string host, S7PlusConnectionOptions options, TimeProvider time, CancellationToken cancellationToken)
    {
        S7PlusLinkException? failure = null;
        foreach (var address in await ResolveAsync(host, options, time, cancellationToken).ConfigureAwait(false))
        {
            try
            {
                return await ConnectAsync(new IPEndPoint(address, options.Port), options, time, cancellationToken).ConfigureAwait(false);
            }
            catch (S7PlusLinkException exception)
            {
                failure = exception;
            }
        }

        throw failure!;
    }

    private static async Task<IPAddress[]> ResolveAsync(string host, S7PlusConnectionOptions options, TimeProvider time, CancellationToken cancellationToken)
    {
        if (IPAddress.TryParse(host, out var literal))
            return [literal];
        using var limit = new StepTimeout(options.Timeout, time, cancellationToken);
        Exception? inner = null;
        try
        {
            var addresses = await Dns.GetHostAddressesAsync(host, options.Bind?.AddressFamily ?? AddressFamily.Unspecified, limit.Token).ConfigureAwait(false);
            if (addresses.Length > 0)
                return addresses;
        }
        catch (Exception exception) when (exception is SocketException || exception is OperationCanceledException && !cancellationToken.IsCancellationRequested)
        {
            inner = exception;
        }

        throw new S7PlusLinkException($"The name '{host}' has no address. Check its spelling and the DNS server, or write the PLC's IP address.", inner)
        {
            Stage = S7PlusStage.Resolve,
            Cause = S7PlusLinkCause.NameUnknown,
        };
    }

    private static async Task<Socket> ConnectAsync(IPEndPoint target, S7PlusConnectionOptions options, TimeProvider time, CancellationToken cancellationToken)
    {
        var socket = new Socket(target.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            // Requests are small and answers are awaited, so Nagle's algorithm would delay each.
            socket.NoDelay = true;
            socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
            socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, KeepAliveIdleSeconds);
            socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, KeepAliveIntervalSeconds);
            socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, KeepAliveProbes);
            if (options.Bind is { } local)
                Bind(socket, local);
            using var limit = new StepTimeout(options.Timeout, time, cancellationToken);
            await socket.ConnectAsync(target, limit.Token).ConfigureAwait(false);
            return socket;
        }
        catch (Exception exception)
        {
            socket.Dispose();
            if (exception is SocketException { SocketErrorCode: var code })
                throw Failed(target, code, exception);
            if (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested)
                throw Failed(target, SocketError.TimedOut, exception);
            throw;
        }
    }

    private static void Bind(Socket socket, IPAddress local)
    {
        try
        {
            socket.Bind(new IPEndPoint(local, 0));
        }
        catch (SocketException exception)
        {
            throw new S7PlusLinkException(
                $"This machine cannot connect from {local}: {exception.Message}. 'bind' must be one of its own addresses, of the PLC's kind (IPv4, "
                    + "IPv6).", exception)
            {
                Stage = S7PlusStage.Tcp,
                Cause = S7PlusLinkCause.BindFailed,
            };
        }
    }

    private static S7PlusLinkException Failed(IPEndPoint target, SocketError code, Exception inner)
    {
        var (cause, sentence) = code switch
        {
            SocketError.ConnectionRefused =>
                (S7PlusLinkCause.Refused, $"{target} refuses TCP: nothing listens on port {target.Port}. Check the address and that the CPU is up."),
            SocketError.TimedOut =>
                (S7PlusLinkCause.TimedOut, $"{target} does not answer TCP. Check that the PLC is on, the address, and that no firewall blocks port "
                    + $"{target.Port}."),
            SocketError.HostUnreachable or SocketError.NetworkUnreachable or SocketError.HostDown or SocketError.NetworkDown =>
                (S7PlusLinkCause.Unreachable, $"There is no route to {target}: check the network cable, the subnet mask and the gateway of this machine."),
            _ => (S7PlusLinkCause.Other, $"TCP to {target} failed: {inner.Message}."),
        };
        return new S7PlusLinkException(sentence, inner) { Stage = S7PlusStage.Tcp, Cause = cause };
    }
}
