using System.Buffers.Binary;
using S7OpcBridge.Map;
using S7OpcBridge.S7;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.Benchmarks;

/// <summary>A request of our read plan, ready to be sent.</summary>
/// <param name="Frame">The request with its COTP frame.</param>
/// <param name="Items">Where the items of its answer go.</param>
internal sealed record SketchRequest(byte[] Frame, (int ImageOffset, int Length)[] Items)
{
    // Where the reference of a job stands in its PDU.
    private const int Reference = 4;

    /// <summary>All of a map's only PLC; their references count from one.</summary>
    public static SketchRequest[] Of(BridgeMap map) => [.. BarePlan.For(map).Requests.Select(static (request, index) => new SketchRequest(
        FrameOf(BarePlan.PduOf(request), index + 1),
        [.. request.Items.Select(static item => (item.ImageOffset, item.Range.ByteLength))]))];

    private static byte[] FrameOf(ReadOnlySpan<byte> pdu, int reference)
    {
        var frame = new byte[Cotp.FrameOverhead + pdu.Length];
        Cotp.WriteDataHeader(frame, pdu.Length, last: true);
        pdu.CopyTo(frame.AsSpan(Cotp.FrameOverhead));
        BinaryPrimitives.WriteUInt16BigEndian(frame.AsSpan(Cotp.FrameOverhead + Reference), (ushort)reference);
        return frame;
    }
}
