using System.Buffers.Binary;

namespace S7OpcBridge.S7.Wire;

/// <summary>The kind of an S7 PDU: its second byte, "remote operating service control".</summary>
internal enum Rosctr : byte
{
    Job = 1,

    /// <summary>An answer without data; carries refusals such as 8104.</summary>
    Ack = 2,
    AckData = 3,
    Userdata = 7,
}

/// <summary>Function of a job: the first parameter byte.</summary>
internal enum S7Function : byte
{
    ReadVar = 0x04,
    WriteVar = 0x05,
    Setup = 0xF0,
}

/// <summary>The S7 header: <c>32 rosctr 0000 reference2 parameters2 data2</c>, and in answers to jobs (ROSCTR 02, 03) <c>class1 code1</c>.</summary>
/// <param name="Rosctr">What the PDU is.</param>
/// <param name="Reference">Relates an answer to its job.</param>
/// <param name="ParameterLength">Bytes of parameters after the header.</param>
/// <param name="DataLength">Bytes of data after the parameters.</param>
/// <param name="Error">Error class and code; 0 is success.</param>
internal readonly record struct S7Header(Rosctr Rosctr, ushort Reference, int ParameterLength, int DataLength, ushort Error = 0)
{
    public const byte ProtocolId = 0x32;
    public const int JobLength = 10;
    public const int AckLength = 12;

    /// <summary>Offset of the reference in a PDU.</summary>
    public const int ReferenceOffset = 4;

    public int Length => Rosctr is Rosctr.Ack or Rosctr.AckData ? AckLength : JobLength;

    public int DataOffset => Length + ParameterLength;

    public void Write(Span<byte> destination)
    {
        destination[0] = ProtocolId;
        destination[1] = (byte)Rosctr;
        destination[2] = 0;
        destination[3] = 0;
        BinaryPrimitives.WriteUInt16BigEndian(destination[4..], Reference);
        BinaryPrimitives.WriteUInt16BigEndian(destination[6..], (ushort)ParameterLength);
        BinaryPrimitives.WriteUInt16BigEndian(destination[8..], (ushort)DataLength);
        if (Length == AckLength)
            BinaryPrimitives.WriteUInt16BigEndian(destination[10..], Error);
    }

    /// <summary>Reads and checks a header; afterwards parameters and data are known to be inside the PDU.</summary>
    /// <exception cref="S7ProtocolException">Not S7, truncated, or inconsistent lengths.</exception>
    public static S7Header Read(ReadOnlySpan<byte> pdu)
    {
        if (pdu.Length < JobLength)
            throw new S7ProtocolException($"Broken S7 PDU: {pdu.Length} bytes are no header.");
        if (pdu[0] != ProtocolId)
            throw new S7ProtocolException(
                pdu[0] == 0x72
                    ? "The PLC speaks S7CommPlus (protocol id 72) on this TSAP; use the TSAP of a classic S7 connection (rack and slot)."
                    : $"Broken S7 PDU: protocol id {pdu[0]:X2} instead of 32."
            );
        if (pdu[1] is not (1 or 2 or 3 or 7))
            throw new S7ProtocolException($"Broken S7 PDU: ROSCTR {pdu[1]:X2} is none of 01, 02, 03, 07.");

        var header = new S7Header(
            (Rosctr)pdu[1],
            BinaryPrimitives.ReadUInt16BigEndian(pdu[4..]),
            BinaryPrimitives.ReadUInt16BigEndian(pdu[6..]),
            BinaryPrimitives.ReadUInt16BigEndian(pdu[8..])
        );
        // A frame may have one pad byte more than its header states: some servers pad the last item without counting it.
        var surplus = pdu.Length - header.DataOffset - header.DataLength;
        if (surplus is < 0 or > 1)
            throw new S7ProtocolException(
                $"Broken S7 PDU: its header announces {header.ParameterLength} bytes of parameters and {header.DataLength} of data; "
                    + $"{Math.Max(0, pdu.Length - header.Length)} bytes came."
            );
        return header.Length == AckLength ? header with { Error = BinaryPrimitives.ReadUInt16BigEndian(pdu[10..]) } : header;
    }

    public ReadOnlySpan<byte> ParametersOf(ReadOnlySpan<byte> pdu) => pdu.Slice(Length, ParameterLength);

    public ReadOnlySpan<byte> DataOf(ReadOnlySpan<byte> pdu) => pdu.Slice(DataOffset, DataLength);
}
