using System.Buffers.Binary;

namespace S7OpcBridge.S7Plus.Transport;

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

/// <summary>Frames of ISO on TCP (RFC 1006 section 6): TPKT <c>03 00 length2</c>, then a COTP TPDU of class 0; data TPDUs start with <c>02 F0 80</c>.</summary>
internal static class Cotp
{
    public const int TpktLength = 4;

    /// <summary>TPKT and data header before each payload.</summary>
    public const int Overhead = TpktLength + 3;

    /// <summary>The longest accepted frame in bytes: several times the negotiated size, for peers that exceed it.</summary>
    public const int LongestFrame = 8192;

    private const byte Version = 3;
    private const byte EndOfUnit = 0x80;

    /// <summary>Writes the 7 bytes before a payload.</summary>
    public static void WriteDataHeader(Span<byte> destination, int payloadLength)
    {
        WriteTpkt(destination, Overhead + payloadLength);
        destination[4] = 2;
        destination[5] = (byte)CotpType.Data;
        destination[6] = EndOfUnit;
    }

    public static void WriteTpkt(Span<byte> destination, int frameLength)
    {
        destination[0] = Version;
        destination[1] = 0;
        BinaryPrimitives.WriteUInt16BigEndian(destination[2..], (ushort)frameLength);
    }

    /// <summary>The length of the whole frame. Needs at least four bytes.</summary>
    /// <exception cref="S7PlusProtocolException">No TPKT, or an impossible length.</exception>
    public static int ReadLength(ReadOnlySpan<byte> header)
    {
        if (header[0] != Version)
        {
            throw new S7PlusProtocolException(
                $"Broken frame: it starts with byte {header[0]:X2}; every ISO-on-TCP frame starts with 03. Check that this port belongs to an S7 PLC.");
        }

        var length = BinaryPrimitives.ReadUInt16BigEndian(header[2..]);
        return length is >= Overhead and <= LongestFrame
            ? length
            : throw new S7PlusProtocolException($"Broken frame: TPKT length {length}; {Overhead} to {LongestFrame} bytes are possible.");
    }
}
