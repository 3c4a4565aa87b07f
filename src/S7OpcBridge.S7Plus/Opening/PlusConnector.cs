using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp.Connecting;
using S7OpcBridge.S7Plus.Tls;
using S7OpcBridge.S7Plus.Transport;

namespace S7OpcBridge.S7Plus.Opening;

/// <summary>Opens a connection: name resolution, TCP, COTP, the request for TLS, TLS, certificate. The timeout of the options applies to each step.</summary>
internal static class PlusConnector
{
    /// <summary>Tries the host and then, where configured, the second host of a redundant PLC.</summary>
    /// <exception cref="S7PlusException">It cannot be opened; the exception names the stage.</exception>
    public static async Task<OpenPlusLink> OpenAsync(
        S7PlusConnectionOptions options,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        options.Check();
        try
        {
            return await OpenHostAsync(options.Host, options, time, cancellationToken).ConfigureAwait(false);
        }
        catch (S7PlusException first) when (options.Second is not null)
        {
            try
            {
                return await OpenHostAsync(options.Second, options, time, cancellationToken).ConfigureAwait(false);
            }
            catch (S7PlusLinkException second)
            {
                throw new S7PlusLinkException($"Neither host accepts the connection. {first.Message} {second.Message}", second)
                {
                    Stage = second.Stage,
                    Cause = second.Cause,
                };
            }
        }
    }

    private static async Task<OpenPlusLink> OpenHostAsync(
        string host,
        S7PlusConnectionOptions options,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        var socket = await ConnectAsync(host, options, time, cancellationToken).ConfigureAwait(false);
        PlusDuplex? duplex = null;
        try
        {
            var steps = new OpeningSteps(socket.RemoteEndPoint!.ToString()!, options, time, cancellationToken);
            var cotp = await steps
                .LimitAsync(
                    S7PlusStage.Cotp,
                    "does not answer the COTP connect request",
                    token => CotpOpening.ConnectAsync(socket, steps.Peer, token)
                )
                .ConfigureAwait(false);
            duplex = cotp;
            await steps
                .LimitAsync(
                    S7PlusStage.InitSsl,
                    "does not answer the request for TLS",
                    async token =>
                    {
                        await InitSsl.RunAsync(cotp, steps.Peer, token).ConfigureAwait(false);
                        return true;
                    }
                )
                .ConfigureAwait(false);
            cotp.Stage = S7PlusStage.Tls;
            var engine = TlsEngine.Client(options.KeyLog is { } log ? new TlsKeyLog(log) : null);
            var tls = new TlsDuplex(cotp, engine);
            duplex = tls;
            await steps.HandshakeAsync(tls).ConfigureAwait(false);
            var certificate = await steps.CheckAsync(host, engine).ConfigureAwait(false);
            cotp.Stage = S7PlusStage.Session;
            if (options.WireLog is { } wire)
                duplex = new WireLogDuplex(tls, wire, time);
            return new OpenPlusLink(host, socket.RemoteEndPoint!, cotp, duplex, engine, certificate);
        }
        catch
        {
            if (duplex is not null)
                await duplex.DisposeAsync().ConfigureAwait(false);
            socket.Dispose();
            throw;
        }
    }

    private static async Task<Socket> ConnectAsync(
        string host,
        S7PlusConnectionOptions options,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        try
        {
            return await new TcpOpening(host, options.Port, options.Bind, options.Timeout, time)
                .OpenSocketAsync(cancellationToken)
                .ConfigureAwait(false);
        }
        catch (TcpOpeningException e)
        {
            throw new S7PlusLinkException(e.Message, e.InnerException)
            {
                Stage = e.Fault == TcpFault.NameUnknown ? S7PlusStage.Resolve : S7PlusStage.Tcp,
                Cause = CauseOf(e.Fault),
            };
        }
    }

    private static S7PlusLinkCause CauseOf(TcpFault fault) =>
        fault switch
        {
            TcpFault.NameUnknown => S7PlusLinkCause.NameUnknown,
            TcpFault.Refused => S7PlusLinkCause.Refused,
            TcpFault.Unreachable => S7PlusLinkCause.Unreachable,
            TcpFault.TimedOut => S7PlusLinkCause.TimedOut,
            TcpFault.BindFailed => S7PlusLinkCause.BindFailed,
            _ => S7PlusLinkCause.Other,
        };
}
