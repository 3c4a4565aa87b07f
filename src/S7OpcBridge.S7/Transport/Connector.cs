using S7OpcBridge.IsoOnTcp.Connecting;
using S7OpcBridge.IsoOnTcp.Loop;

namespace S7OpcBridge.S7.Transport;

/// <summary>Opens a connection: name resolution, TCP, then the <see cref="S7Handshake"/>. The timeout of the options applies to each step.</summary>
internal static class Connector
{
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

    private static async Task<OpenLink> OpenHostAsync(
        string host,
        S7ConnectionOptions options,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        var socket = await ConnectAsync(host, options, time, cancellationToken).ConfigureAwait(false);
        try
        {
            return await new S7Handshake(host, socket, options, time).RunAsync(cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static async Task<LoopSocket> ConnectAsync(
        string host,
        S7ConnectionOptions options,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        try
        {
            return await new TcpOpening(host, options.Port, options.Bind, options.Timeout, time)
                .OpenLoopSocketAsync(cancellationToken)
                .ConfigureAwait(false);
        }
        catch (TcpOpeningException e)
        {
            throw new S7LinkException(e.Message, e.InnerException)
            {
                Stage = e.Fault == TcpFault.NameUnknown ? S7ConnectStage.Resolve : S7ConnectStage.Tcp,
                Cause = CauseOf(e.Fault),
            };
        }
    }

    private static S7LinkCause CauseOf(TcpFault fault) =>
        fault switch
        {
            TcpFault.NameUnknown => S7LinkCause.NameUnknown,
            TcpFault.Refused => S7LinkCause.Refused,
            TcpFault.Unreachable => S7LinkCause.Unreachable,
            TcpFault.TimedOut => S7LinkCause.TimedOut,
            TcpFault.BindFailed => S7LinkCause.BindFailed,
            _ => S7LinkCause.Other,
        };
}
