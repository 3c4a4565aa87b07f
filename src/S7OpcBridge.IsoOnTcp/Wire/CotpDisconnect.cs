using System.Buffers.Binary;

namespace S7OpcBridge.IsoOnTcp.Wire;

/// <summary>Disconnect request (ITU-T X.224 section 13.5): <c>06 80 dst2 src2 reason</c>.</summary>
internal readonly record struct CotpDisconnect(ushort DestinationReference, ushort SourceReference, byte Reason)
{
    public const int FrameLength = Tpkt.HeaderLength + 7;

    /// <summary>Normal disconnect, initiated by the session entity.</summary>
    public const byte NormalReason = 0x80;

    /// <summary>Writes the frame with TPKT: <see cref="FrameLength"/> bytes.</summary>
    public void Write(Span<byte> destination)
    {
        Tpkt.Write(destination, FrameLength);
        destination[4] = FrameLength - Tpkt.HeaderLength - 1;
        destination[5] = (byte)CotpType.Disconnect;
        BinaryPrimitives.WriteUInt16BigEndian(destination[6..], DestinationReference);
        BinaryPrimitives.WriteUInt16BigEndian(destination[8..], SourceReference);
        destination[10] = Reason;
    }

    /// <summary>The reason of a DR TPDU (without TPKT); 0, "not specified", where it is too short.</summary>
    public static byte ReadReason(ReadOnlySpan<byte> tpdu) => tpdu.Length > 6 ? tpdu[6] : (byte)0;

    /// <summary>The reason in words (ITU-T X.224 section 13.5.3).</summary>
    public static string Describe(byte reason) =>
        reason switch
        {
            0 => "no reason given",
            1 => "congestion at its TSAP",
            2 => "no session entity attached to its TSAP",
            3 => "TSAP unknown",
            0x80 => "normal disconnect",
            0x81 => "congestion of the PLC while connecting",
            0x82 => "negotiation failed",
            0x83 => "duplicate reference",
            0x84 => "mismatched references",
            0x85 => "protocol error",
            0x87 => "reference overflow",
            0x88 => "connection refused",
            0x8A => "invalid length",
            _ => $"reason {reason:X2}",
        };
}
