using System.Buffers.Binary;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Frames;

namespace S7OpcBridge.OpcUa.Channel.Client;

/// <summary>A client's TCP connection to a server: sends HEL, receives ACK, then sends and receives whole frames. It has no task of its own.</summary>
internal sealed class ClientConnection : IDisposable
{
    /// <summary>Most bytes of a chunk in either direction.</summary>
    public const int BufferSize = 65_536;

    private const int AcknowledgeLength = FrameHeader.Length + 5 * 4;

    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };

    private ClientConnection() { }

    /// <summary>Most bytes of a chunk that the server accepts.</summary>
    public int MaxSend { get; private set; } = BufferSize;

    /// <exception cref="SocketException">The connection was not made.</exception>
    /// <exception cref="UaException">The server answered ERR, or not in OPC UA.</exception>
    public static async Task<ClientConnection> OpenAsync(ServerAddress address, CancellationToken cancellationToken)
    {
        var connection = new ClientConnection();
        try
        {
            await connection._socket.ConnectAsync(address.Host, address.Port, cancellationToken).ConfigureAwait(false);
            await connection
                .SendAsync(new HelloMessage(0, BufferSize, BufferSize, 0, 0, address.ToString()).Write(), cancellationToken)
                .ConfigureAwait(false);
            var acknowledged = await connection.ReceiveAsync(MessageType.Acknowledge, cancellationToken).ConfigureAwait(false);
            if (acknowledged.Length < AcknowledgeLength)
                throw new UaException(StatusCodes.BadTcpMessageTypeInvalid, "the ACK is too short");
            connection.MaxSend = (int)
                Math.Clamp(BinaryPrimitives.ReadUInt32LittleEndian(acknowledged.AsSpan(12)), HelloMessage.MinBuffer, BufferSize);
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    public async Task SendAsync(ReadOnlyMemory<byte> frame, CancellationToken cancellationToken)
    {
        while (!frame.IsEmpty)
            frame = frame[await _socket.SendAsync(frame, cancellationToken).ConfigureAwait(false)..];
    }

    /// <summary>The next frame, which must be of this type.</summary>
    /// <exception cref="UaException">ERR, another type of frame, or a frame that is too large.</exception>
    public async Task<byte[]> ReceiveAsync(uint type, CancellationToken cancellationToken)
    {
        var head = new byte[FrameHeader.Length];
        await ReceiveAsync(head, cancellationToken).ConfigureAwait(false);
        var header = FrameHeader.Read(head);
        if (header.Size is < FrameHeader.MinFrame or > BufferSize || header.Type != type && header.Type != MessageType.Error)
            throw new UaException(StatusCodes.BadTcpMessageTypeInvalid, "the bytes are not the OPC UA frame that was expected");
        var frame = new byte[header.Size];
        head.CopyTo(frame, 0);
        await ReceiveAsync(frame.AsMemory(FrameHeader.Length), cancellationToken).ConfigureAwait(false);
        return header.Type == type ? frame : throw ErrorMessage.Read(frame);
    }

    public void Dispose() => _socket.Dispose();

    private async Task ReceiveAsync(Memory<byte> bytes, CancellationToken cancellationToken)
    {
        while (!bytes.IsEmpty)
        {
            var received = await _socket.ReceiveAsync(bytes, cancellationToken).ConfigureAwait(false);
            bytes = received > 0 ? bytes[received..] : throw new UaException(StatusCodes.BadConnectionClosed, "the connection was closed");
        }
    }
}
