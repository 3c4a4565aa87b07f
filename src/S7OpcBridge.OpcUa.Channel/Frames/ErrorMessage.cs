using System.Buffers.Binary;
using System.Text;
using S7OpcBridge.Words;

namespace S7OpcBridge.OpcUa.Channel.Frames;

/// <summary>ERR, the last frame before a connection ends (OPC 10000-6, 7.1.2.5): <c>header 8 | status 4 | reason</c>.</summary>
internal static class ErrorMessage
{
    private const int MaxReason = 4096;

    public static byte[] Write(StatusCode status, string reason)
    {
        var text = Encoding.UTF8.GetBytes(reason.Length > MaxReason / 4 ? reason[..(MaxReason / 4)] : reason);
        var frame = new byte[FrameHeader.Length + 8 + text.Length];
        FrameHeader.Write(frame, MessageType.Error, ChunkType.Final, frame.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(frame.AsSpan(8), status.Value);
        BinaryPrimitives.WriteInt32LittleEndian(frame.AsSpan(12), text.Length);
        text.CopyTo(frame, 16);
        return frame;
    }

    /// <summary>Reads the ERR of a server.</summary>
    public static UaException Read(ReadOnlySpan<byte> frame)
    {
        var reader = new UaReader(frame[FrameHeader.Length..], EncodingLimits.Default);
        var status = reader.ReadStatusCode();
        var reason = reader.Remaining > 0 ? reader.ReadString() : null;
        return new UaException(
            status,
            "it ended the connection with "
                + $"{StatusCodes.NameOf(status)}{(string.IsNullOrEmpty(reason) ? "" : $" ({Printable.From(reason)})")}"
        );
    }
}
