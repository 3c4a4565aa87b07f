using System.Buffers.Binary;

namespace S7OpcBridge.IsoOnTcp.Wire;

/// <summary>The header of every frame on the TCP stream (RFC 1006 section 6): <c>03 00 length2</c>; the length includes these four bytes.</summary>
internal static class Tpkt
{
    public const int HeaderLength = 4;
    public const byte Version = 3;

    /// <summary>The shortest frame: the header and a COTP TPDU of three bytes.</summary>
    public const int MinFrame = 7;

    public static void Write(Span<byte> destination, int frameLength)
    {
        destination[0] = Version;
        destination[1] = 0;
        BinaryPrimitives.WriteUInt16BigEndian(destination[2..], (ushort)frameLength);
    }

    /// <summary>The length of the whole frame. Needs at least four bytes.</summary>
    /// <exception cref="IsoProtocolException">No TPKT, or an impossible length.</exception>
    public static int ReadLength(ReadOnlySpan<byte> header, int maxFrame)
    {
        if (header[0] != Version)
            throw new IsoProtocolException(
                $"Broken frame: it starts with byte {header[0]:X2} where every ISO-on-TCP frame starts with 03. Is this port really "
                    + "an S7 PLC?"
            );
        var length = BinaryPrimitives.ReadUInt16BigEndian(header[2..]);
        if (length < MinFrame)
            throw new IsoProtocolException($"Broken frame: TPKT length {length} is shorter than the smallest frame ({MinFrame} bytes).");
        if (length > maxFrame)
            throw new IsoProtocolException(
                $"Broken frame: TPKT length {length} exceeds {maxFrame}, the largest frame that the negotiated PDU allows."
            );
        return length;
    }
}
