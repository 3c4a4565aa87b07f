using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator.Playback;

/// <summary>One connection of classic S7 that is played back.</summary>
internal sealed class ClassicReplayLink(
    Socket socket,
    ClassicRecording recording,
    Func<int> connection,
    MissingRequests missing,
    TimeProvider time
)
{
    private const byte LargestTpdu = 13;
    private const int LongestPdu = 70_000;

    private readonly SemaphoreSlim _sending = new(1, 1);
    private ClassicReplay? _replay;
    private int _tpduSize = 128;

    /// <summary>Serves until either side ends it.</summary>
    /// <exception cref="IsoProtocolException">The caller speaks something else.</exception>
    /// <exception cref="S7ProtocolException">A request is broken.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var frames = new InboundFrames();
        while (true)
        {
            var received = await socket.ReceiveAsync(frames.Room, SocketFlags.None, cancellationToken);
            if (received == 0)
                return;
            frames.Received(received);
            while (TryServe(frames, out var frame, out var answer))
            {
                if (frame is not null)
                    await SendAsync(frame, cancellationToken);
                else if (answer is null)
                    return;
                else
                {
                    await SendPduAsync(answer.Pdu, cancellationToken);
                    if (!answer.Pushes.IsEmpty)
                        _ = answer.Pushes.SendAsync(SendPduAsync, time, cancellationToken);
                }
            }
        }
    }

    // True with neither: the connection is to be ended.
    private bool TryServe(InboundFrames frames, out byte[]? frame, out ClassicAnswer? answer)
    {
        (frame, answer) = (null, null);
        while (frames.TryTake(out var type, out var content))
        {
            if (type == CotpType.ConnectRequest)
            {
                var request = CotpConnect.Read(content);
                _replay ??= new ClassicReplay(recording, connection(), missing);
                frame = recording.RefusedTsaps.Contains(ClassicRecording.TsapOf(request))
                    ? CotpHandshake.Refuse(request)
                    : Confirm(request);
                return true;
            }

            if (type != CotpType.Data || _replay is null)
                return true;
            if ((answer = _replay.Answer(content)) is not null)
                return true;
        }

        return false;
    }

    private byte[] Confirm(in CotpConnect request)
    {
        var code = request.TpduSizeCode == 0 ? CotpConnect.MinSizeCode : Math.Min(request.TpduSizeCode, LargestTpdu);
        _tpduSize = 1 << code;
        return CotpHandshake.Confirm(request, code, oddity: null);
    }

    private Task SendPduAsync(byte[] pdu, CancellationToken cancellationToken)
    {
        var frames = new byte[Math.Min(pdu.Length, LongestPdu) * 2 + Cotp.FrameOverhead];
        var length = OutboundFrames.Cut(pdu, _tpduSize - Cotp.DataHeaderLength, frames);
        return SendAsync(frames.AsMemory(0, length), cancellationToken);
    }

    private async Task SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        await _sending.WaitAsync(cancellationToken);
        try
        {
            while (!bytes.IsEmpty)
                bytes = bytes[await socket.SendAsync(bytes, SocketFlags.None, cancellationToken)..];
        }
        finally
        {
            _sending.Release();
        }
    }
}
