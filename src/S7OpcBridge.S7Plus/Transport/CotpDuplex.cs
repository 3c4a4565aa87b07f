using System.Net.Sockets;
using System.Runtime.CompilerServices;
using S7OpcBridge.IsoOnTcp.Wire;

namespace S7OpcBridge.S7Plus.Transport;

/// <summary>Unencrypted bytes in COTP data TPDUs on a TCP socket, which it owns.</summary>
internal sealed class CotpDuplex : PlusDuplex
{
    /// <summary>The longest accepted frame in bytes: several times the negotiated size, for peers that exceed it.</summary>
    public const int LongestFrame = 8192;

    private readonly Socket _socket;
    private readonly string _peer;
    private readonly TpduBuffer _incoming;
    private readonly byte[] _outgoing;
    private ReadOnlyMemory<byte> _rest;
    private volatile bool _closed;

    /// <param name="socket">A connected socket.</param>
    /// <param name="peer">The peer, for messages.</param>
    /// <param name="incoming">Bytes received already.</param>
    /// <param name="tpduSize">
    /// Negotiated size of a TPDU in bytes. The whole frame with TPKT is kept within it, because CPUs have reset connections on longer ones.
    /// </param>
    public CotpDuplex(Socket socket, string peer, TpduBuffer incoming, int tpduSize)
    {
        _socket = socket;
        _peer = peer;
        _incoming = incoming;
        _outgoing = new byte[Math.Min(tpduSize, LongestFrame)];
    }

    /// <summary>The stage of the connection, for errors of this stream.</summary>
    public S7PlusStage Stage { get; set; } = S7PlusStage.Open;

    /// <inheritdoc/>
    public override int MaxSend => _outgoing.Length - Cotp.FrameOverhead;

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public override async ValueTask SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        if (bytes.Length > MaxSend)
            throw new ArgumentOutOfRangeException(nameof(bytes), bytes.Length, $"One TPDU takes {MaxSend} bytes.");
        Cotp.WriteDataHeader(_outgoing, bytes.Length, last: true);
        bytes.CopyTo(_outgoing.AsMemory(Cotp.FrameOverhead));
        try
        {
            for (var left = _outgoing.AsMemory(0, Cotp.FrameOverhead + bytes.Length); left.Length > 0; )
                left = left[await _socket.SendAsync(left, SocketFlags.None, cancellationToken).ConfigureAwait(false)..];
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            throw Dead(exception);
        }
    }

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        while (_rest.IsEmpty)
        {
            if (TryTake(out var type, out var tpdu))
            {
                if (type != CotpType.Data)
                    throw Ended(type, tpdu.Span);
                _rest = tpdu[(1 + tpdu.Span[0])..];
                continue;
            }

            try
            {
                var received = await _socket.ReceiveAsync(_incoming.Free(), SocketFlags.None, cancellationToken).ConfigureAwait(false);
                if (received == 0)
                    return 0;
                _incoming.Advance(received);
            }
            catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
            {
                throw Dead(exception);
            }
        }

        var count = Math.Min(buffer.Length, _rest.Length);
        _rest[..count].CopyTo(buffer);
        _rest = _rest[count..];
        return count;
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        if (_closed)
            return ValueTask.CompletedTask;
        _closed = true;
        try
        {
            _socket.Shutdown(SocketShutdown.Both);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It has already ended.
        }

        _socket.Dispose();
        return ValueTask.CompletedTask;
    }

    private bool TryTake(out CotpType type, out ReadOnlyMemory<byte> tpdu)
    {
        try
        {
            return _incoming.TryTake(LongestFrame, out type, out tpdu);
        }
        catch (IsoProtocolException exception)
        {
            throw new S7PlusProtocolException(exception.Message);
        }
    }

    private S7PlusLinkException Dead(Exception inner) =>
        _closed
            ? new S7PlusLinkException($"The connection to {_peer} has been closed here.", inner)
            {
                Stage = Stage,
                Cause = S7PlusLinkCause.ClosedHere,
            }
            : new S7PlusLinkException($"{_peer} has ended the connection{Where()}: {inner.Message}.", inner)
            {
                Stage = Stage,
                Cause = S7PlusLinkCause.ClosedByPeer,
            };

    private S7PlusException Ended(CotpType type, ReadOnlySpan<byte> tpdu) =>
        type switch
        {
            CotpType.Disconnect or CotpType.DisconnectConfirm => new S7PlusLinkException(
                $"{_peer} has ended the connection{Where()} with a COTP disconnect (reason {CotpDisconnect.ReadReason(tpdu):X2})."
            )
            {
                Stage = Stage,
                Cause = S7PlusLinkCause.ClosedByPeer,
            },
            CotpType.Error => new S7PlusLinkException($"{_peer} answers with a COTP error{Where()}.")
            {
                Stage = Stage,
                Cause = S7PlusLinkCause.Refused,
            },
            _ => new S7PlusProtocolException($"{_peer} sends a COTP frame of type {(byte)type:X2} on an open connection."),
        };

    private string Where() =>
        Stage switch
        {
            S7PlusStage.InitSsl => " when asked for TLS",
            S7PlusStage.Tls => " during the TLS handshake",
            S7PlusStage.Session => " while the session was set up",
            S7PlusStage.Legitimation => " when given the password",
            _ => "",
        };
}
