using System.Buffers.Binary;

namespace S7OpcBridge.S7Plus.Transport;

/// <summary>The unencrypted request that starts TLS: <c>72 01 len2 | 31 0000 05B3 0000 seq2 session4 30 00000000 | 72 01 0000</c>, and its answer.</summary>
internal static class InitSsl
{
    private const ushort Function = 0x05B3;
    private const byte FrameStart = 0x72;
    private const byte SystemEvent = 0xFE;
    private const byte ResponseOpcode = 0x32;
    private const int HeaderLength = 4;
    private const int LongestAnswer = 512;

    // Opcode, three words with the function, sequence number, flags.
    private const int AnswerHead = 10;

    /// <summary>The request with header and trailer.</summary>
    public static ReadOnlyMemory<byte> Request { get; } =
        Convert.FromHexString("72010012" + "31" + "0000" + "05B3" + "0000" + "0001" + "00000000" + "30" + "00000000" + "72010000");

    /// <summary>The answer of a CPU, with header and trailer.</summary>
    public static ReadOnlyMemory<byte> Answer { get; } =
        Convert.FromHexString("72010010" + "32" + "0000" + "05B3" + "0000" + "0001" + "70" + "00" + "0000000000" + "72010000");

    /// <summary>The answer of a CPU that does not understand it: return value −120.</summary>
    public static ReadOnlyMemory<byte> Refusal { get; } =
        Convert.FromHexString(
            "72010018" + "32" + "0000" + "05B3" + "0000" + "0001" + "70" + "C082B19080CB97FF88" + "0000000000" + "72010000"
        );

    /// <summary>True when a frame from a client is the request.</summary>
    public static bool IsRequest(ReadOnlySpan<byte> frame) =>
        frame.Length >= Request.Length
        && frame[0] == FrameStart
        && frame[4] == 0x31
        && BinaryPrimitives.ReadUInt16BigEndian(frame[7..]) == Function;

    /// <summary>Requests TLS and waits for the answer; what follows on the stream is TLS.</summary>
    /// <exception cref="S7PlusLinkException">The CPU refuses, or ends the connection.</exception>
    /// <exception cref="S7PlusProtocolException">The answer is invalid.</exception>
    public static async Task RunAsync(PlusDuplex duplex, string peer, CancellationToken cancellationToken)
    {
        await duplex.SendAsync(Request, cancellationToken).ConfigureAwait(false);
        Check(await ReceiveAsync(duplex, peer, cancellationToken).ConfigureAwait(false), peer);
    }

    /// <summary>Receives exactly one frame with its trailer; for a system event, which has none, only the frame.</summary>
    public static async Task<byte[]> ReceiveAsync(PlusDuplex duplex, string peer, CancellationToken cancellationToken)
    {
        var buffer = new byte[HeaderLength + LongestAnswer + HeaderLength];
        await FillAsync(duplex, peer, buffer.AsMemory(0, HeaderLength), cancellationToken).ConfigureAwait(false);
        var length = BinaryPrimitives.ReadUInt16BigEndian(buffer.AsSpan(2));
        if (buffer[0] != FrameStart || length > LongestAnswer)
            throw new S7PlusProtocolException(
                $"{peer} answers the request for TLS with what is no S7CommPlus " + $"({Convert.ToHexString(buffer, 0, HeaderLength)})."
            );
        var rest = length + (buffer[1] == SystemEvent ? 0 : HeaderLength);
        await FillAsync(duplex, peer, buffer.AsMemory(HeaderLength, rest), cancellationToken).ConfigureAwait(false);
        return buffer[..(HeaderLength + rest)];
    }

    private static void Check(ReadOnlySpan<byte> frame, string peer)
    {
        var data = frame[HeaderLength..];
        var isAnswer =
            frame[1] != SystemEvent
            && data.Length > AnswerHead
            && data[0] == ResponseOpcode
            && BinaryPrimitives.ReadUInt16BigEndian(data[3..]) == Function;
        if (!isAnswer || data[AnswerHead] != 0)
        {
            throw new S7PlusLinkException(
                $"{peer} refuses TLS (answer {Convert.ToHexString(data)}). S7CommPlus over TLS needs an S7-1500 from firmware 2.9 or an S7-1200 from 4.5, "
                    + "and a project of TIA Portal V17 or newer; in TIA Portal: CPU, Properties, Protection & Security, Connection mechanisms."
            )
            {
                Stage = S7PlusStage.InitSsl,
                Cause = S7PlusLinkCause.Refused,
            };
        }
    }

    private static async Task FillAsync(PlusDuplex duplex, string peer, Memory<byte> buffer, CancellationToken cancellationToken)
    {
        while (buffer.Length > 0)
        {
            var received = await duplex.ReceiveAsync(buffer, cancellationToken).ConfigureAwait(false);
            if (received == 0)
            {
                throw new S7PlusLinkException(
                    $"{peer} has closed the connection when asked for TLS: no free connection, or the CPU does not speak S7CommPlus over TLS."
                )
                {
                    Stage = S7PlusStage.InitSsl,
                    Cause = S7PlusLinkCause.ClosedByPeer,
                };
            }

            buffer = buffer[received..];
        }
    }
}
