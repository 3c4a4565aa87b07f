using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.S7Plus.Tls;
using S7OpcBridge.S7Plus.Transport;

namespace S7OpcBridge.S7Plus.Opening;

/// <summary>The server side of opening a connection, for soft PLCs and tests: COTP, the request for TLS, TLS.</summary>
internal sealed record PlusAcceptance(CotpDuplex Cotp, TlsDuplex Duplex, byte[] ExporterSecret)
{
    private const string Caller = "The caller";

    /// <summary>Accepts a connection.</summary>
    /// <exception cref="S7PlusException">The caller does not speak S7CommPlus over TLS.</exception>
    /// <exception cref="TlsFailure">The TLS handshake failed.</exception>
    /// <exception cref="EndOfStreamException">The caller is gone.</exception>
    public static async Task<PlusAcceptance> AcceptAsync(
        Socket socket,
        TlsIdentity? identity,
        TlsKeyLog? log,
        CancellationToken cancellationToken
    )
    {
        var incoming = new TpduBuffer(2 * CotpDuplex.LongestFrame);
        CotpConnect request;
        try
        {
            request = await ReceiveRequestAsync(socket, incoming, cancellationToken).ConfigureAwait(false);
        }
        catch (IsoProtocolException exception)
        {
            throw new S7PlusProtocolException(exception.Message);
        }
        var confirm = request with
        {
            Type = CotpType.ConnectConfirm,
            DestinationReference = request.SourceReference,
            SourceReference = 1,
            TpduSizeCode = request.TpduSizeCode == 0 ? CotpOpening.SizeCode : Math.Min(request.TpduSizeCode, CotpOpening.SizeCode),
        };
        await socket.SendAsync(confirm.ToFrame(), SocketFlags.None, cancellationToken).ConfigureAwait(false);
        var cotp = new CotpDuplex(socket, Caller, incoming, confirm.TpduSize);
        if (!InitSsl.IsRequest(await InitSsl.ReceiveAsync(cotp, Caller, cancellationToken).ConfigureAwait(false)))
            throw new S7PlusProtocolException($"{Caller} does not ask for TLS.");
        if (identity is null)
        {
            await cotp.SendAsync(InitSsl.Refusal, cancellationToken).ConfigureAwait(false);
            throw new S7PlusProtocolException($"{Caller} asks for TLS, which there is not.");
        }

        await cotp.SendAsync(InitSsl.Answer, cancellationToken).ConfigureAwait(false);
        var engine = TlsEngine.Server(identity, log);
        var tls = new TlsDuplex(cotp, engine);
        await tls.HandshakeAsync(cancellationToken).ConfigureAwait(false);
        return new PlusAcceptance(cotp, tls, engine.ExporterSecret);
    }

    private static async Task<CotpConnect> ReceiveRequestAsync(Socket socket, TpduBuffer incoming, CancellationToken cancellationToken)
    {
        CotpType type;
        ReadOnlyMemory<byte> tpdu;
        while (!incoming.TryTake(CotpDuplex.LongestFrame, out type, out tpdu))
        {
            var received = await socket.ReceiveAsync(incoming.Free(), SocketFlags.None, cancellationToken).ConfigureAwait(false);
            if (received == 0)
                throw new EndOfStreamException();
            incoming.Advance(received);
        }
        return type == CotpType.ConnectRequest
            ? CotpConnect.Read(tpdu.Span)
            : throw new S7PlusProtocolException($"{Caller} starts with COTP {type}.");
    }
}
