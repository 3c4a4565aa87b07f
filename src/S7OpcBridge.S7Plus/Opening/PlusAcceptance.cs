using System.Net.Sockets;
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
    public static async Task<PlusAcceptance> AcceptAsync(Socket socket, TlsIdentity? identity, TlsKeyLog? log, CancellationToken cancellationToken)
    {
        var incoming = new CotpBuffer();
        CotpType type;
        ReadOnlyMemory<byte> body;
        while (!incoming.TryTake(out type, out body))
        {
            var received = await socket.ReceiveAsync(incoming.Free(), SocketFlags.None, cancellationToken).ConfigureAwait(false);
            if (received == 0)
                throw new EndOfStreamException();
            incoming.Advance(received);
        }

        if (type != CotpType.ConnectRequest)
            throw new S7PlusProtocolException($"{Caller} starts with COTP {type}.");
        return await AcceptAsync(socket, CotpConnect.Read(body.Span), incoming, identity, log, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Accepts a connection whose connect request was already read.</summary>
    /// <param name="socket">The connection.</param>
    /// <param name="request">The connect request.</param>
    /// <param name="incoming">Further received bytes.</param>
    /// <param name="identity">Certificate and key of the CPU.</param>
    /// <param name="log">Receives the TLS secrets; null: none.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    public static async Task<PlusAcceptance> AcceptAsync(
        Socket socket, CotpConnect request, CotpBuffer incoming, TlsIdentity? identity, TlsKeyLog? log, CancellationToken cancellationToken)
    {
        var confirm = request with
        {
            Type = CotpType.ConnectConfirm,
            DestinationReference = request.SourceReference,
            SourceReference = 1,
            SizeCode = Math.Min(request.SizeCode == 0 ? CotpConnect.UsualSizeCode : request.SizeCode, CotpConnect.UsualSizeCode),
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
}
