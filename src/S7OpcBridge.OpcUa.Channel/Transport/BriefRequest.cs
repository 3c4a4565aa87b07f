using System.Buffers.Binary;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>
/// Decides which requests are answered on the <see cref="SocketLoop"/>, whose thread serves all clients: small Reads and Publish, which clients send most.
/// Everything else goes to the thread pool, which costs about 5 µs.
/// </summary>
internal static class BriefRequest
{
    /// <summary>Most bytes of a brief request: about 200 nodes to read, which take 60 µs.</summary>
    private const int MostBytes = 4096;

    /// <summary>False for a frame that is long or needs a private key, so that its processing takes long.</summary>
    public static bool MayBe(ReadOnlySpan<byte> frame) => frame.Length <= MostBytes && FrameHeader.Read(frame).Type != MessageType.Open;

    /// <param name="body">A request, which begins with its type: a NodeId of four bytes, <c>1 | namespace 1 | id 2</c> (OPC 10000-6, 5.2.2.9).</param>
    public static bool Is(ReadOnlySpan<byte> body) =>
        body.Length is >= 4 and <= MostBytes
        && BinaryPrimitives.ReadUInt16LittleEndian(body) == 1
        && BinaryPrimitives.ReadUInt16LittleEndian(body[2..]) is (ushort)ReadRequest.EncodingId or (ushort)PublishRequest.EncodingId;
}
