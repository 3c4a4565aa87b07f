using System.Buffers.Binary;
using System.Text;

namespace S7OpcBridge.OpcUa.Channel.Frames;

/// <summary>
/// HEL, the client's first frame (OPC 10000-6, 7.1.2.3): <c>header 8 | version 4 | receive buffer 4 | send buffer 4 | max message 4 | max chunks 4 | URL</c>.
/// </summary>
internal sealed record HelloMessage(
    uint ProtocolVersion,
    uint ReceiveBufferSize,
    uint SendBufferSize,
    uint MaxMessageSize,
    uint MaxChunkCount,
    string? EndpointUrl
)
{
    /// <summary>Longest URL in UTF-8 bytes.</summary>
    public const int MaxUrl = 4096;

    /// <summary>The longest HEL.</summary>
    public const int MaxFrame = FrameHeader.Length + 24 + MaxUrl;

    /// <summary>Smallest buffer that either side may announce.</summary>
    public const int MinBuffer = 8192;

    /// <exception cref="UaException">BadTcpEndpointUrlInvalid, BadConnectionRejected, BadDecodingError.</exception>
    public static HelloMessage Read(ReadOnlySpan<byte> frame, EncodingLimits limits)
    {
        var reader = new UaReader(frame[FrameHeader.Length..], limits);
        var (version, receive, send) = (reader.ReadUInt32(), reader.ReadUInt32(), reader.ReadUInt32());
        var (maxMessage, maxChunks) = (reader.ReadUInt32(), reader.ReadUInt32());
        if (reader.Remaining >= 4 && BinaryPrimitives.ReadInt32LittleEndian(frame[(FrameHeader.Length + reader.Position)..]) > MaxUrl)
            throw new UaException(StatusCodes.BadTcpEndpointUrlInvalid, $"The endpoint URL is longer than {MaxUrl} bytes.");
        var hello = new HelloMessage(version, receive, send, maxMessage, maxChunks, reader.ReadString());
        if (receive < MinBuffer || send < MinBuffer)
        {
            throw new UaException(
                StatusCodes.BadConnectionRejected,
                $"The client offers buffers of {receive} and {send} bytes; OPC UA requires at least {MinBuffer}."
            );
        }

        return hello;
    }

    /// <summary>The frame as a client sends it.</summary>
    public byte[] Write()
    {
        var text = Encoding.UTF8.GetBytes(EndpointUrl ?? "");
        var frame = new byte[FrameHeader.Length + 24 + text.Length];
        FrameHeader.Write(frame, MessageType.Hello, ChunkType.Final, frame.Length);
        var at = FrameHeader.Length;
        foreach (
            var field in (uint[])[ProtocolVersion, ReceiveBufferSize, SendBufferSize, MaxMessageSize, MaxChunkCount, (uint)text.Length]
        )
        {
            BinaryPrimitives.WriteUInt32LittleEndian(frame.AsSpan(at), field);
            at += 4;
        }
        text.CopyTo(frame, at);
        return frame;
    }
}
