using System.Buffers.Binary;
using S7OpcBridge.Map;
using S7OpcBridge.S7;

namespace S7OpcBridge.Benchmarks;

/// <summary>A request of our read plan, ready to be sent.</summary>
/// <param name="Frame">The request with its COTP frame.</param>
/// <param name="Items">Where the items of its answer go.</param>
internal sealed record SketchRequest(byte[] Frame, (int ImageOffset, int Length)[] Items)
{
    // TPKT and the header of a COTP data TPDU; the reference of a job stands at 4 in its PDU.
    private const int FrameHead = 7, Reference = 4;

    /// <summary>All of a map's only PLC; their references count from one.</summary>
    public static SketchRequest[] Of(BridgeMap map) => [.. BarePlan.For(map).Requests.Select(static (request, index) => new SketchRequest(
        FrameOf(new S7ReadJob([.. request.Items.Select(static item => item.Range)]).Request, index + 1),
        [.. request.Items.Select(static item => (item.ImageOffset, item.Range.ByteLength))]))];

    private static byte[] FrameOf(ReadOnlySpan<byte> pdu, int reference)
    {
        var length = FrameHead + pdu.Length;
        byte[] frame = [3, 0, (byte)(length >> 8), (byte)length, 2, 0xF0, 0x80, .. pdu];
        BinaryPrimitives.WriteUInt16BigEndian(frame.AsSpan(FrameHead + Reference), (ushort)reference);
        return frame;
    }
}
