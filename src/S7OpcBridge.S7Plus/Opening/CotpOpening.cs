using System.Net.Sockets;
using S7OpcBridge.S7Plus.Transport;

namespace S7OpcBridge.S7Plus.Opening;

/// <summary>Sends the COTP connect request on a new TCP connection and evaluates the answer.</summary>
internal static class CotpOpening
{
    private const ushort OwnReference = 1;

    /// <summary>Connects to the HMI access of the CPU.</summary>
    /// <exception cref="S7PlusLinkException">Refused, or the connection ended.</exception>
    /// <exception cref="S7PlusProtocolException">The answer is not a COTP connect confirm.</exception>
    public static async Task<CotpDuplex> ConnectAsync(Socket socket, string peer, CancellationToken cancellationToken)
    {
        var request = new CotpConnect(CotpType.ConnectRequest, 0, OwnReference, CotpConnect.UsualSizeCode, CotpConnect.PanelTsap, CotpConnect.HmiTsap);
        var incoming = new CotpBuffer();
        try
        {
            await socket.SendAsync(request.ToFrame(), SocketFlags.None, cancellationToken).ConfigureAwait(false);
            while (true)
            {
                var received = await socket.ReceiveAsync(incoming.Free(), SocketFlags.None, cancellationToken).ConfigureAwait(false);
                if (received == 0)
                    throw Refused(peer, "closes the connection", S7PlusLinkCause.ClosedByPeer, null);
                incoming.Advance(received);
                if (!incoming.TryTake(out var type, out var body))
                    continue;
                if (type != CotpType.ConnectConfirm)
                    throw Refused(peer, $"answers the COTP connect request with {type}", S7PlusLinkCause.Refused, null);
                var granted = CotpConnect.Read(body.Span).TpduSize;
                return new CotpDuplex(socket, peer, incoming, Math.Min(granted, request.TpduSize)) { Stage = S7PlusStage.InitSsl };
            }
        }
        catch (SocketException exception)
        {
            throw Refused(peer, $"resets the connection ({exception.Message})", S7PlusLinkCause.ClosedByPeer, exception);
        }
    }

    private static S7PlusLinkException Refused(string peer, string what, S7PlusLinkCause cause, Exception? inner) =>
        new($"{peer} {what}: no free connection for HMI access, or this is no S7-1200 or S7-1500.", inner) { Stage = S7PlusStage.Cotp, Cause = cause };
}
