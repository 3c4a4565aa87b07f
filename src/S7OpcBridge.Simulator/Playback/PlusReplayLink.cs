using System.Net.Sockets;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Opening;
using S7OpcBridge.S7Plus.Tls;
using S7OpcBridge.S7Plus.Transport;

namespace S7OpcBridge.Simulator.Playback;

/// <summary>One connection of S7CommPlus over TLS that is played back.</summary>
internal sealed class PlusReplayLink(
    Socket socket,
    TlsIdentity identity,
    PlusRecording recording,
    Func<int> connection,
    MissingRequests missing,
    TimeProvider time
)
{
    private const int LongestRequest = 65_000;

    private readonly SemaphoreSlim _sending = new(1, 1);

    /// <summary>Serves until either side ends it.</summary>
    /// <exception cref="S7PlusException">The caller speaks something else, or a request is broken.</exception>
    /// <exception cref="TlsFailure">The TLS handshake failed.</exception>
    /// <exception cref="EndOfStreamException">The caller is gone.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var accepted = await PlusAcceptance.AcceptAsync(socket, identity, null, cancellationToken);
        await using var duplex = accepted.Duplex;
        var replay = new PlusReplay(recording, connection(), missing);
        var assembler = new FrameAssembler(LongestRequest);
        Task SendAsync(byte[] message, CancellationToken token) => SendMessageAsync(duplex, PlusFrame.Version2, message, token);
        while (true)
        {
            var received = await duplex.ReceiveAsync(assembler.Free(), cancellationToken);
            if (received == 0)
                return;
            assembler.Advance(received);
            while (TryServe(assembler, replay, out var answer))
            {
                if (answer is not null)
                {
                    await SendMessageAsync(duplex, answer.Version, answer.Message, cancellationToken);
                    if (!answer.Pushes.IsEmpty)
                        _ = answer.Pushes.SendAsync(SendAsync, time, cancellationToken);
                }

                if (replay.IsOver)
                    return;
            }
        }
    }

    private static bool TryServe(FrameAssembler assembler, PlusReplay replay, out PlusRecorded? answer)
    {
        answer = null;
        if (!assembler.TryTake(out var version, out var message))
            return false;
        if (PlusFrame.HasTrailer(version))
            answer = replay.Answer(message, version);
        return true;
    }

    // Whole messages, so that fragments of two never mix.
    private async Task SendMessageAsync(PlusDuplex duplex, byte version, byte[] message, CancellationToken cancellationToken)
    {
        await _sending.WaitAsync(cancellationToken);
        try
        {
            var buffer = new byte[duplex.MaxSend];
            for (var next = 0; next < message.Length; )
            {
                (var written, next) = PlusFrame.WriteFragment(buffer, version, message, next, duplex.MaxSend);
                await duplex.SendAsync(buffer.AsMemory(0, written), cancellationToken);
            }
        }
        finally
        {
            _sending.Release();
        }
    }
}
