using System.Buffers.Binary;

namespace S7OpcBridge.IsoOnTcp.Wire;

/// <summary>
/// Connect request or confirm (ITU-T X.224 sections 13.3, 13.4). Written in the form that strict peers require: parameters C0, C1, C2. Read with parameters in
/// any order, of any length, or missing.
/// </summary>
/// <param name="Type">Request or confirm.</param>
/// <param name="DestinationReference">The peer's reference; 0 in a request.</param>
/// <param name="SourceReference">Our reference.</param>
/// <param name="TpduSizeCode">n for TPDUs of 2ⁿ bytes, 7 to 11 in class 0; 0 when absent.</param>
/// <param name="CallingTsap">C1: the TSAP of the caller; empty when absent.</param>
/// <param name="CalledTsap">C2: the TSAP of the called side; empty when absent.</param>
internal readonly record struct CotpConnect(
    CotpType Type,
    ushort DestinationReference,
    ushort SourceReference,
    byte TpduSizeCode,
    ReadOnlyMemory<byte> CallingTsap,
    ReadOnlyMemory<byte> CalledTsap
)
{
    public const byte MinSizeCode = 0x07;
    public const byte MaxSizeCode = 0x0B;

    private const byte SizeParameter = 0xC0;
    private const byte CallingParameter = 0xC1;
    private const byte CalledParameter = 0xC2;
    private const int FixedLength = 7;

    /// <summary>Largest TPDU in bytes. By RFC 1006 an absent parameter means the maximum length of a TPKT.</summary>
    public int TpduSize => TpduSizeCode == 0 ? ushort.MaxValue - Tpkt.HeaderLength : 1 << TpduSizeCode;

    /// <summary>A TSAP of two bytes, as classic S7 uses it.</summary>
    public static ReadOnlyMemory<byte> Tsap(ushort number) => new[] { (byte)(number >> 8), (byte)number };

    /// <summary>The smallest size code whose TPDU holds a whole PDU with its COTP header, so that nothing is fragmented.</summary>
    public static byte SizeCodeFor(int pduSize)
    {
        var code = MinSizeCode;
        while (code < MaxSizeCode && 1 << code < pduSize + Cotp.DataHeaderLength)
            code++;
        return code;
    }

    /// <summary>The frame with TPKT.</summary>
    public byte[] ToFrame()
    {
        byte[] frame =
        [
            0,
            0,
            0,
            0,
            0,
            (byte)Type,
            0,
            0,
            0,
            0,
            0,
            SizeParameter,
            1,
            TpduSizeCode,
            CallingParameter,
            (byte)CallingTsap.Length,
            .. CallingTsap.Span,
            CalledParameter,
            (byte)CalledTsap.Length,
            .. CalledTsap.Span,
        ];
        Tpkt.Write(frame, frame.Length);
        var tpdu = frame.AsSpan(Tpkt.HeaderLength);
        tpdu[0] = (byte)(tpdu.Length - 1);
        BinaryPrimitives.WriteUInt16BigEndian(tpdu[2..], DestinationReference);
        BinaryPrimitives.WriteUInt16BigEndian(tpdu[4..], SourceReference);
        return frame;
    }

    /// <summary>Reads a CR or CC TPDU (without TPKT).</summary>
    /// <exception cref="IsoProtocolException">A length does not match, or the class is not 0.</exception>
    public static CotpConnect Read(ReadOnlySpan<byte> tpdu)
    {
        var length = tpdu.Length == 0 ? 0 : tpdu[0] + 1;
        if (length < FixedLength || length > tpdu.Length)
            throw new IsoProtocolException(
                $"Broken COTP connect: its length byte says {length - 1}, {tpdu.Length - 1} bytes follow and at least "
                    + $"{FixedLength - 1} are needed."
            );
        if ((tpdu[6] & 0xF0) != 0)
            throw new IsoProtocolException($"The peer wants COTP class {tpdu[6] >> 4}; S7 runs over class 0 only.");

        byte size = 0;
        byte[] calling = [],
            called = [];
        for (var rest = tpdu[FixedLength..length]; rest.Length > 0; )
        {
            if (rest.Length < 2 || rest.Length < 2 + rest[1])
                throw new IsoProtocolException("Broken COTP connect: a parameter is longer than the TPDU that holds it.");
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
        if (size is not 0 and (< MinSizeCode or > 0x0F))
            throw new IsoProtocolException(
                $"Broken COTP connect: TPDU size code {size:X2} is none; 07 (128 bytes) to 0B (2048 bytes) exist."
            );
        return new CotpConnect(
            Cotp.TypeOf(tpdu),
            BinaryPrimitives.ReadUInt16BigEndian(tpdu[2..]),
            BinaryPrimitives.ReadUInt16BigEndian(tpdu[4..]),
            size,
            calling,
            called
        );
    }
}
