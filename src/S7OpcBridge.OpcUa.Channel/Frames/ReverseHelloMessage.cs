using System.Buffers.Binary;
using System.Text;

namespace S7OpcBridge.OpcUa.Channel.Frames;

/// <summary>RHE, the server's first frame on a connection that it made (OPC 10000-6, 7.1.2.6): <c>header 8 | server URI | endpoint URL</c>.</summary>
internal static class ReverseHelloMessage
{
    /// <summary>Most bytes of either text in UTF-8.</summary>
    public const int MaxText = 4095;

    /// <summary>The frame with the server's ApplicationUri and the URL that the client repeats in HEL.</summary>
    public static byte[] Write(string serverUri, string endpointUrl)
    {
        byte[] uri = Encoding.UTF8.GetBytes(serverUri),
            url = Encoding.UTF8.GetBytes(endpointUrl);
        var frame = new byte[FrameHeader.Length + 4 + uri.Length + 4 + url.Length];
        FrameHeader.Write(frame, MessageType.ReverseHello, ChunkType.Final, frame.Length);
        var rest = Put(frame.AsSpan(FrameHeader.Length), uri);
        Put(rest, url);
        return frame;
    }

    private static Span<byte> Put(Span<byte> at, byte[] text)
    {
        BinaryPrimitives.WriteInt32LittleEndian(at, text.Length);
        text.CopyTo(at[4..]);
        return at[(4 + text.Length)..];
    }
}
