using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Frames;

namespace S7OpcBridge.OpcUa.Channel.Reverse;

/// <summary>What a client does with a connection on which it got RHE: it begins, or says ERR, or closes it.</summary>
internal static class ReverseAnswer
{
    private const int MaxError = FrameHeader.Length + 8 + 4096;
    private static readonly TimeSpan ErrorTimeout = TimeSpan.FromSeconds(10);

    /// <summary>Waits, without a limit, until the client begins; none of its bytes is taken then. An idle wait holds a socket and nothing else.</summary>
    /// <exception cref="UaException">The client said ERR, or closed the connection; the message says what to do.</exception>
    public static async Task WaitAsync(Socket socket, string endpointUrl, TimeProvider time, CancellationToken cancellationToken)
    {
        try
        {
            var first = new byte[1];
            if (await socket.ReceiveAsync(first, SocketFlags.Peek, cancellationToken).ConfigureAwait(false) == 0)
                throw new UaException(StatusCodes.BadConnectionClosed, "it closed the connection without using it");
            if (first[0] == (byte)'E') // no frame that begins a connection does
                throw ReverseErrors.From(await ReadErrorAsync(socket, time, cancellationToken).ConfigureAwait(false), endpointUrl);
        }
        catch (SocketException e)
        {
            throw new UaException(StatusCodes.BadConnectionClosed, $"the connection broke while it waited ({e.Message})");
        }
    }

    private static async Task<UaException> ReadErrorAsync(Socket socket, TimeProvider time, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(ErrorTimeout, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            var head = new byte[FrameHeader.Length];
            await ReceiveAsync(socket, head, either.Token).ConfigureAwait(false);
            var header = FrameHeader.Read(head);
            if (header is not { Type: MessageType.Error, Chunk: ChunkType.Final, Size: >= FrameHeader.MinFrame and <= MaxError })
                return NotOpcUa();
            byte[] frame = [.. head, .. new byte[header.Size - FrameHeader.Length]];
            await ReceiveAsync(socket, frame.AsMemory(FrameHeader.Length), either.Token).ConfigureAwait(false);
            return ErrorMessage.Read(frame);
        }
        catch (UaException)
        {
            return NotOpcUa(); // a text that is none
        }
        catch (Exception e) when (e is EndOfStreamException or OperationCanceledException && !cancellationToken.IsCancellationRequested)
        {
            return NotOpcUa();
        }
    }

    private static UaException NotOpcUa() => new(StatusCodes.BadTcpMessageTypeInvalid, "it answered with something that is not OPC UA");

    private static async Task ReceiveAsync(Socket socket, Memory<byte> buffer, CancellationToken cancellationToken)
    {
        while (!buffer.IsEmpty)
        {
            var received = await socket.ReceiveAsync(buffer, SocketFlags.None, cancellationToken).ConfigureAwait(false);
            buffer = received > 0 ? buffer[received..] : throw new EndOfStreamException();
        }
    }
}
