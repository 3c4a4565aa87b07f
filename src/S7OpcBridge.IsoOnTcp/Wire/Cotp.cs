namespace S7OpcBridge.IsoOnTcp.Wire;

/// <summary>Kind of a COTP TPDU: the high nibble of its second byte (ITU-T X.224 section 13).</summary>
internal enum CotpType : byte
{
    Error = 0x70,
    Disconnect = 0x80,
    DisconnectConfirm = 0xC0,
    ConnectConfirm = 0xD0,
    ConnectRequest = 0xE0,
    Data = 0xF0,
}

/// <summary>The class 0 data TPDU (ITU-T X.224 section 13.7): <c>02 F0 80</c>; bit 7 of the third byte is clear while more fragments follow.</summary>
internal static class Cotp
{
    public const int DataHeaderLength = 3;
    public const byte EndOfUnit = 0x80;

    /// <summary>Bytes of TPKT and COTP before each fragment of an S7 PDU; not part of the negotiated PDU size.</summary>
    public const int FrameOverhead = Tpkt.HeaderLength + DataHeaderLength;

    /// <summary>Writes TPKT and COTP headers in front of a piece of a PDU.</summary>
    public static void WriteDataHeader(Span<byte> destination, int payloadLength, bool last)
    {
        Tpkt.Write(destination, FrameOverhead + payloadLength);
        destination[4] = DataHeaderLength - 1;
        destination[5] = (byte)CotpType.Data;
        destination[6] = last ? EndOfUnit : (byte)0;
    }

    public static CotpType TypeOf(ReadOnlySpan<byte> tpdu) => (CotpType)(tpdu[1] & 0xF0);
}
