using System.Buffers.Binary;

namespace S7OpcBridge.OpcUa.Channel.Frames;

/// <summary>What the two ends of a connection agreed on in HEL and ACK. All sizes in bytes.</summary>
/// <param name="ReceiveBufferSize">Largest chunk that the client may send.</param>
/// <param name="SendBufferSize">Largest chunk that the client accepts.</param>
/// <param name="MaxRequestSize">Largest request, all chunks together, without their headers.</param>
/// <param name="MaxRequestChunks">Most chunks of a request.</param>
/// <param name="MaxResponseSize">Largest response that the client accepts; <see cref="int.MaxValue"/>: any.</param>
/// <param name="MaxResponseChunks">Most chunks of a response; <see cref="int.MaxValue"/>: any.</param>
internal readonly record struct TransportLimits(
    int ReceiveBufferSize,
    int SendBufferSize,
    int MaxRequestSize,
    int MaxRequestChunks,
    int MaxResponseSize,
    int MaxResponseChunks
)
{
    public const int AcknowledgeLength = FrameHeader.Length + 20;

    /// <summary>Computes the limits from a HEL. No buffer is larger than the other side offered; 0 in a HEL means "no limit" (OPC 10000-6, 7.1.2.4).</summary>
    public static TransportLimits Agree(HelloMessage hello, ChannelLimits own) =>
        new(
            (int)Math.Min(hello.SendBufferSize, (uint)own.BufferSize),
            (int)Math.Min(hello.ReceiveBufferSize, (uint)own.BufferSize),
            own.MaxMessageSize,
            own.MaxChunkCount,
            hello.MaxMessageSize is 0 or > int.MaxValue ? int.MaxValue : (int)hello.MaxMessageSize,
            hello.MaxChunkCount is 0 or > int.MaxValue ? int.MaxValue : (int)hello.MaxChunkCount
        );

    /// <summary>Writes the ACK: <c>header 8 | version 4 | receive buffer 4 | send buffer 4 | max message 4 | max chunks 4</c>.</summary>
    public void WriteAcknowledge(Span<byte> frame)
    {
        FrameHeader.Write(frame, MessageType.Acknowledge, ChunkType.Final, AcknowledgeLength);
        BinaryPrimitives.WriteUInt32LittleEndian(frame[8..], 0);
        BinaryPrimitives.WriteInt32LittleEndian(frame[12..], ReceiveBufferSize);
        BinaryPrimitives.WriteInt32LittleEndian(frame[16..], SendBufferSize);
        BinaryPrimitives.WriteInt32LittleEndian(frame[20..], MaxRequestSize);
        BinaryPrimitives.WriteInt32LittleEndian(frame[24..], MaxRequestChunks);
    }
}
