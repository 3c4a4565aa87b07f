using System.Buffers.Binary;
using S7OpcBridge.IsoOnTcp.Wire;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>Answers COTP connect requests: the usual confirm of 22 bytes, variants that some peers send, or a disconnect.</summary>
internal static class CotpHandshake
{
    private const ushort OwnReference = 0x4431;
    private const byte SizeParameter = 0xC0;
    private const byte CallingParameter = 0xC1;
    private const byte CalledParameter = 0xC2;

    /// <summary>The size code acceptable to both sides; a missing one means 128 bytes (ITU-T X.224 section 13.3.4).</summary>
    public static byte AgreeOnSize(in CotpConnect request, CpuBehavior behavior) =>
        request.TpduSizeCode == 0 ? CotpConnect.MinSizeCode : Math.Min(request.TpduSizeCode, behavior.TpduCode);

    /// <summary>A TSAP of two bytes as a number; 0 where it is absent or of another length.</summary>
    public static ushort TsapOf(ReadOnlyMemory<byte> tsap) =>
        tsap.Length == 2 ? BinaryPrimitives.ReadUInt16BigEndian(tsap.Span) : (ushort)0;

    public static byte[] Confirm(in CotpConnect request, byte sizeCode, FaultKind? oddity)
    {
        byte[] size = [SizeParameter, 1, sizeCode];
        byte[] calling = Tsap(CallingParameter, request.CallingTsap);
        byte[] called = Tsap(CalledParameter, request.CalledTsap);
        return oddity switch
        {
            FaultKind.LongConfirm => Build(CotpType.ConnectConfirm, request, [.. size, .. calling, .. called, 0xC5, 2, 0, 0]),
            FaultKind.BareConfirm => Build(CotpType.ConnectConfirm, request, []),
            FaultKind.ShuffledConfirm => Build(CotpType.ConnectConfirm, request, [.. called, .. size, .. calling]),
            _ => Build(CotpType.ConnectConfirm, request, [.. size, .. calling, .. called]),
        };
    }

    /// <summary>The disconnect request that refuses a connection.</summary>
    public static byte[] Refuse(in CotpConnect request)
    {
        const byte ConnectionRefused = 0x88;
        var frame = new byte[CotpDisconnect.FrameLength];
        new CotpDisconnect(request.SourceReference, 0, ConnectionRefused).Write(frame);
        return frame;
    }

    private static byte[] Build(CotpType type, in CotpConnect request, byte[] parameters)
    {
        byte[] head = [0, 0, 0, 0, (byte)(6 + parameters.Length), (byte)type, 0, 0, 0, 0, 0];
        Tpkt.Write(head, head.Length + parameters.Length);
        BinaryPrimitives.WriteUInt16BigEndian(head.AsSpan(6), request.SourceReference);
        BinaryPrimitives.WriteUInt16BigEndian(head.AsSpan(8), OwnReference);
        return [.. head, .. parameters];
    }

    private static byte[] Tsap(byte parameter, ReadOnlyMemory<byte> tsap) => [parameter, 2, .. CotpConnect.Tsap(TsapOf(tsap)).Span];
}
