using System.Buffers.Binary;

namespace S7OpcBridge.S7.Wire;

/// <summary>
/// One item specification, the S7 "any pointer": <c>12 0A 10 transport1 count2 db2 area1 address3</c>. The address is byte · 8 + bit; for timers and counters
/// it is the number of the element.
/// </summary>
/// <param name="Transport">Type of one element.</param>
/// <param name="Count">Number of elements.</param>
/// <param name="Db">Block number; 0 outside data blocks.</param>
/// <param name="Area">The area byte, not checked here, because a PLC must also answer unknown areas.</param>
/// <param name="Address">Bit address or element number, 24 bits.</param>
internal readonly record struct ItemSpec(RequestTransport Transport, ushort Count, ushort Db, S7Area Area, int Address)
{
    public const int Length = 12;
    public const int MaxAddress = 0xFF_FFFF;

    private const byte VariableSpecification = 0x12;
    private const byte AnySyntax = 0x10;

    /// <summary>
    /// The specification of a range: bytes as BYTE, so that the answer has the exact length, timers and counters as themselves, analog values of an S7-200 as
    /// WORD.
    /// </summary>
    public static ItemSpec From(in S7Range range) =>
        range.Area switch
        {
            S7Area.Timers => new(RequestTransport.Timer, (ushort)range.Length, 0, range.Area, range.Start),
            S7Area.Counters => new(RequestTransport.Counter, (ushort)range.Length, 0, range.Area, range.Start),
            S7Area.AnalogInputs or S7Area.AnalogOutputs => new(
                RequestTransport.Word,
                (ushort)(range.Length / 2),
                0,
                range.Area,
                range.Start * 8
            ),
            _ => new(RequestTransport.Byte, (ushort)range.Length, range.Db, range.Area, range.Start * 8),
        };

    /// <summary>The specification of a single bit: the only safe way to change one without its neighbours.</summary>
    public static ItemSpec ForBit(S7Area area, ushort db, int offset, int bit) =>
        new(RequestTransport.Bit, 1, db, area, (offset * 8) + bit);

    public void Write(Span<byte> destination)
    {
        destination[0] = VariableSpecification;
        destination[1] = Length - 2;
        destination[2] = AnySyntax;
        destination[3] = (byte)Transport;
        BinaryPrimitives.WriteUInt16BigEndian(destination[4..], Count);
        BinaryPrimitives.WriteUInt16BigEndian(destination[6..], Db);
        // Area and address form one word with the area in its top byte.
        BinaryPrimitives.WriteUInt32BigEndian(destination[8..], ((uint)Area << 24) | (uint)Address);
    }

    /// <summary>Reads the specification of one item.</summary>
    /// <exception cref="S7ProtocolException">Cut off, or a syntax other than the any pointer.</exception>
    public static ItemSpec Read(ReadOnlySpan<byte> source)
    {
        if (source.Length < Length)
            throw new S7ProtocolException($"Broken item specification: {source.Length} bytes instead of {Length}.");
        if (source[0] != VariableSpecification || source[1] != Length - 2 || source[2] != AnySyntax)
            throw new S7ProtocolException(
                $"Item specification {source[0]:X2} {source[1]:X2} {source[2]:X2} is not an S7 any pointer (12 0A 10)."
            );
        return new ItemSpec(
            (RequestTransport)source[3],
            BinaryPrimitives.ReadUInt16BigEndian(source[4..]),
            BinaryPrimitives.ReadUInt16BigEndian(source[6..]),
            (S7Area)source[8],
            (int)(BinaryPrimitives.ReadUInt32BigEndian(source[8..]) & MaxAddress)
        );
    }
}
