using System.Buffers.Binary;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>
/// Which requests are answered on the <see cref="SocketLoop"/>, where every microsecond is all clients'. They are those that clients send all day: small Reads and Publish.
/// Everything else is worth a way over the pool, that of 5 µs.
/// </summary>
internal static class BriefRequest
{
    /// <summary>Some 200 nodes to be read at most, which are 60 µs; or as long to decrypt as a small answer takes to send.</summary>
    private const int MostBytes = 4096;

    /// <summary>False: a frame that takes a while even before it is known what it wants, be it long or signed by a private key.</summary>
    public static bool MayBe(ReadOnlySpan<byte> frame) => frame.Length <= MostBytes && FrameHeader.Read(frame).Type != MessageType.Open;

    /// <param name="body">A request, which begins with its type: a NodeId of four bytes, <c>1 | namespace 1 | id 2</c> (OPC 10000-6, 5.2.2.9).</param>
    public static bool Is(ReadOnlySpan<byte> body) =>
        body.Length is >= 4 and <= MostBytes && BinaryPrimitives.ReadUInt16LittleEndian(body) == 1
            && BinaryPrimitives.ReadUInt16LittleEndian(body[2..]) is (ushort)ReadRequest.EncodingId or (ushort)PublishRequest.EncodingId;
}
