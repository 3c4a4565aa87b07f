using System.Buffers.Binary;

namespace S7OpcBridge.S7Plus.Transport;

/// <summary>Connect request or confirm (ITU-T X.224 sections 13.3, 13.4); parameters are read in any order, of any length, or missing.</summary>
/// <param name="Type">Request or confirm.</param>
/// <param name="DestinationReference">The peer's reference; 0 in a request.</param>
/// <param name="SourceReference">The sender's reference.</param>
/// <param name="SizeCode">n for TPDUs of 2ⁿ bytes; 0 when absent.</param>
/// <param name="Calling">TSAP of the caller.</param>
/// <param name="Called">TSAP of the called side.</param>
internal sealed record CotpConnect(
    CotpType Type, ushort DestinationReference, ushort SourceReference, byte SizeCode, ReadOnlyMemory<byte> Calling, ReadOnlyMemory<byte> Called)
{
    /// <summary>TPDUs of 1024 bytes, which Siemens' clients request and every CPU grants.</summary>
    public const byte UsualSizeCode = 0x0A;

    private const byte SizeParameter = 0xC0;
    private const byte CallingParameter = 0xC1;
    private const byte CalledParameter = 0xC2;
    private const int FixedLength = 7;

    /// <summary>The TSAP of the HMI access of a CPU.</summary>
    public static ReadOnlyMemory<byte> HmiTsap { get; } = "SIMATIC-ROOT-HMI"u8.ToArray();

    /// <summary>The TSAP from which HMI panels connect.</summary>
    public static ReadOnlyMemory<byte> PanelTsap { get; } = new byte[] { 0x06, 0x00 };

    /// <summary>Largest TPDU in bytes. By RFC 1006 a missing size means the maximum length of a TPKT; the usual 1024 is used instead, to be safe.</summary>
    public int TpduSize => 1 << (SizeCode == 0 ? UsualSizeCode : SizeCode);

    /// <summary>The frame with TPKT.</summary>
    public byte[] ToFrame()
    {
        var frame = new byte[Cotp.TpktLength + FixedLength + 3 + 2 + Calling.Length + 2 + Called.Length];
        Cotp.WriteTpkt(frame, frame.Length);
        var tpdu = frame.AsSpan(Cotp.TpktLength);
        tpdu[0] = (byte)(tpdu.Length - 1);
        tpdu[1] = (byte)Type;
        BinaryPrimitives.WriteUInt16BigEndian(tpdu[2..], DestinationReference);
        BinaryPrimitives.WriteUInt16BigEndian(tpdu[4..], SourceReference);
        var rest = tpdu[FixedLength..];
        rest = Parameter(rest, SizeParameter, [SizeCode]);
        rest = Parameter(rest, CallingParameter, Calling.Span);
        Parameter(rest, CalledParameter, Called.Span);
        return frame;
    }

    /// <summary>Reads a CR or CC TPDU (without TPKT).</summary>
    /// <exception cref="S7PlusProtocolException">A length does not match, the class is not 0, or the size is invalid.</exception>
    public static CotpConnect Read(ReadOnlySpan<byte> tpdu)
    {
        var length = tpdu.Length == 0 ? 0 : tpdu[0] + 1;
        if (length < FixedLength || length > tpdu.Length)
            throw new S7PlusProtocolException($"Broken COTP connect: its length byte says {length - 1} where {tpdu.Length - 1} bytes follow.");
        if ((tpdu[6] & 0xF0) != 0)
            throw new S7PlusProtocolException($"The peer wants COTP class {tpdu[6] >> 4}; S7 runs over class 0 only.");
        byte size = 0;
        byte[] calling = [], called = [];
        for (var rest = tpdu[FixedLength..length]; rest.Length > 0;)
        {
            if (rest.Length < 2 || rest.Length < 2 + rest[1])
                throw new S7PlusProtocolException("Broken COTP connect: a parameter is longer than the TPDU that holds it.");
            var value = rest.Slice(2, rest[1]);
            switch (rest[0])
            {
                case SizeParameter when value.Length == 1:
                    size = value[0];
                    break;
                case CallingParameter:
                    calling = value.ToArray();
                    break;
                case CalledParameter:
                    called = value.ToArray();
                    break;
            }

            rest = rest[(2 + value.Length)..];
        }

        if (size is not 0 and (< 0x07 or > 0x0D))
            throw new S7PlusProtocolException($"Broken COTP connect: there is no TPDU size code {size:X2}; 07 (128 bytes) to 0D (8192 bytes) exist.");
        var destination = BinaryPrimitives.ReadUInt16BigEndian(tpdu[2..]);
        var source = BinaryPrimitives.ReadUInt16BigEndian(tpdu[4..]);
        return new CotpConnect((CotpType)(tpdu[1] & 0xF0), destination, source, size, calling, called);
    }

    private static Span<byte> Parameter(Span<byte> destination, byte code, scoped ReadOnlySpan<byte> value)
    {
        destination[0] = code;
        destination[1] = (byte)value.Length;
        value.CopyTo(destination[2..]);
        return destination[(2 + value.Length)..];
    }
}
