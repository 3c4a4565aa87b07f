using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp.Loop;
using S7OpcBridge.IsoOnTcp.Wire;

namespace S7OpcBridge.S7.Transport;

/// <summary>
/// The send side of a connection. PDUs are copied in, fragmented where the peer accepts only short TPDUs, and leave together in one send; the first caller of
/// Flush sends for all. Allocates nothing once its two buffers have grown to the size of a full window.
/// </summary>
internal sealed class SendQueue(LoopSocket socket, int tpduSize, Action<Exception> onFault, WireTap? tap = null)
{
    private const int FirstSize = 4096;

    private readonly Lock _gate = new();
    private readonly int _maxPayload = tpduSize - Cotp.DataHeaderLength;
    private byte[] _filling = new byte[FirstSize];
    private byte[] _leaving = new byte[FirstSize];
    private int _filled;
    private readonly TaskCompletionSource _left = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _isSending;
    private bool _closed;
    private long _bytes;
    private long _sends;

    public long Bytes => Volatile.Read(ref _bytes);

    public long Sends => Volatile.Read(ref _sends);

    /// <summary>Copies a PDU behind the waiting ones.</summary>
    public void Append(ReadOnlySpan<byte> pdu)
    {
        lock (_gate)
        {
            if (_closed)
                return;
            tap?.Sent(pdu);
            do
            {
                var payload = pdu[..Math.Min(pdu.Length, _maxPayload)];
                pdu = pdu[payload.Length..];
                var frame = Reserve(Cotp.FrameOverhead + payload.Length);
                Cotp.WriteDataHeader(frame, payload.Length, last: pdu.IsEmpty);
                payload.CopyTo(frame[Cotp.FrameOverhead..]);
            } while (!pdu.IsEmpty);
        }
    }

    /// <summary>Sends the waiting PDUs, unless a running send will include them.</summary>
    public void Flush()
    {
        lock (_gate)
        {
            if (_isSending || _filled == 0)
                return;
            _isSending = true;
        }
        try
        {
            while (TakeFilled(out var bytes))
            {
                // Usually all of it, because the kernel takes it at once.
                var count = socket.TrySend(bytes.Span);
                if (count == bytes.Length)
                    continue;
                _ = SendAsync(bytes[count..]);
                return;
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            End(e);
        }
    }

    /// <summary>Sends the disconnect after all waiting PDUs, and returns when it has left, whoever sends it; later ones are dropped.</summary>
    public Task CloseAsync(CotpDisconnect disconnect)
    {
        lock (_gate)
        {
            if (_closed)
                return _left.Task;
            disconnect.Write(Reserve(CotpDisconnect.FrameLength));
            _closed = true;
        }
        Flush();
        return _left.Task;
    }

    private Span<byte> Reserve(int length)
    {
        if (_filling.Length - _filled < length)
            Array.Resize(ref _filling, Math.Max(_filling.Length * 2, _filled + length));
        _filled += length;
        return _filling.AsSpan(_filled - length, length);
    }

    private bool TakeFilled(out ReadOnlyMemory<byte> bytes)
    {
        lock (_gate)
        {
            bytes = default;
            if (_filled == 0)
            {
                _isSending = false;
                if (_closed)
                    _left.TrySetResult();
                return false;
            }
            (_filling, _leaving) = (_leaving, _filling);
            bytes = _leaving.AsMemory(0, _filled);
            _filled = 0;
        }
        _sends++;
        _bytes += bytes.Length;
        return true;
    }

    private async Task SendAsync(ReadOnlyMemory<byte> bytes)
    {
        try
        {
            do await socket.SendAsync(bytes, CancellationToken.None).ConfigureAwait(false);
            while (TakeFilled(out bytes));
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            End(e);
        }
    }

    // _isSending stays set: nothing can be sent on this socket any more.
    private void End(Exception fault)
    {
        _left.TrySetResult();
        onFault(fault);
    }
}
