using System.Buffers.Binary;

namespace S7OpcBridge.OpcUa.Channel.Frames;

/// <summary>The first eight bytes of a frame (OPC 10000-6, 7.1.2.2): <c>type 3 | chunk 1 | size 4</c>; the size counts from the first letter.</summary>
/// <param name="Type">See <see cref="MessageType"/>.</param>
/// <param name="Chunk">See <see cref="ChunkType"/>.</param>
/// <param name="Size">Bytes of the whole frame.</param>
internal readonly record struct FrameHeader(uint Type, byte Chunk, uint Size)
{
    public const int Length = 8;

    /// <summary>The shortest valid frame: the header and one field.</summary>
    public const int MinFrame = 12;

    public static FrameHeader Read(ReadOnlySpan<byte> bytes)
    {
        var letters = BinaryPrimitives.ReadUInt32LittleEndian(bytes);
        return new FrameHeader(letters & 0x00FFFFFF, (byte)(letters >> 24), BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..]));
    }

    public static void Write(Span<byte> bytes, uint type, byte chunk, int size)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, type | (uint)chunk << 24);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[4..], size);
    }

    /// <summary>Checks type and size before any byte of the body is buffered.</summary>
    /// <exception cref="UaException">BadTcpMessageTypeInvalid, BadTcpMessageTooLarge.</exception>
    public void Check(int maxSize)
    {
        var known = Type switch
        {
            MessageType.Hello or MessageType.Open or MessageType.Close => Chunk == ChunkType.Final,
            MessageType.Message => Chunk is ChunkType.Final or ChunkType.Intermediate or ChunkType.Abort,
            _ => false,
        };
        if (!known || Size < MinFrame)
        {
            throw new UaException(
                StatusCodes.BadTcpMessageTypeInvalid,
                $"The bytes are no OPC UA frame that a client sends (type 0x{Type | (uint)Chunk << 24:X8}, size {Size})."
            );
        }

        if (Size > maxSize)
            throw new UaException(
                StatusCodes.BadTcpMessageTooLarge,
                $"A frame of {Size} bytes was announced; this connection takes {maxSize} at most."
            );
    }
}
