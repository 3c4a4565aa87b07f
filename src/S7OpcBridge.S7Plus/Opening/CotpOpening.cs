using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.S7Plus.Transport;

namespace S7OpcBridge.S7Plus.Opening;

/// <summary>Sends the COTP connect request on a new TCP connection and evaluates the answer.</summary>
internal static class CotpOpening
{
    /// <summary>TPDUs of 1024 bytes, which Siemens' clients request and every CPU grants.</summary>
    public const byte SizeCode = 0x0A;

    /// <summary>The request of an HMI panel, to the HMI access of a CPU.</summary>
    public static readonly CotpConnect Request = new(
        CotpType.ConnectRequest,
        0,
        1,
        SizeCode,
        CotpConnect.Tsap(0x0600),
        "SIMATIC-ROOT-HMI"u8.ToArray()
    );

    /// <summary>Connects to the HMI access of the CPU.</summary>
    /// <exception cref="S7PlusLinkException">Refused, or the connection ended.</exception>
    /// <exception cref="S7PlusProtocolException">The answer is not a COTP connect confirm.</exception>
    public static async Task<CotpDuplex> ConnectAsync(Socket socket, string peer, CancellationToken cancellationToken)
    {
        var incoming = new TpduBuffer(2 * CotpDuplex.LongestFrame);
        try
        {
            await socket.SendAsync(Request.ToFrame(), SocketFlags.None, cancellationToken).ConfigureAwait(false);
            while (true)
            {
                var received = await socket.ReceiveAsync(incoming.Free(), SocketFlags.None, cancellationToken).ConfigureAwait(false);
                if (received == 0)
                    throw Refused(peer, "closes the connection", S7PlusLinkCause.ClosedByPeer, null);
                incoming.Advance(received);
                if (!incoming.TryTake(CotpDuplex.LongestFrame, out var type, out var tpdu))
                    continue;
                if (type != CotpType.ConnectConfirm)
                    throw Refused(peer, $"answers the COTP connect request with {type}", S7PlusLinkCause.Refused, null);
                return new CotpDuplex(socket, peer, incoming, TpduSizeWith(CotpConnect.Read(tpdu.Span))) { Stage = S7PlusStage.InitSsl };
            }
        }
        catch (IsoProtocolException exception)
        {
            throw new S7PlusProtocolException(exception.Message);
        }
        catch (SocketException exception)
        {
            throw Refused(peer, $"resets the connection ({exception.Message})", S7PlusLinkCause.ClosedByPeer, exception);
        }
    }

    /// <summary>The size of TPDUs that both sides take; a confirm without one sets no limit.</summary>
    public static int TpduSizeWith(CotpConnect confirm) => Math.Min(confirm.TpduSize, Request.TpduSize);

    private static S7PlusLinkException Refused(string peer, string what, S7PlusLinkCause cause, Exception? inner) =>
        new($"{peer} {what}: no free connection for HMI access, or this is no S7-1200 or S7-1500.", inner)
        {
            Stage = S7PlusStage.Cotp,
            Cause = cause,
        };
}
