using System.Buffers.Binary;

namespace S7OpcBridge.S7.Wire;

/// <summary>Function group of a userdata service.</summary>
internal enum UserdataGroup : byte
{
    Programmer = 1,
    Cyclic = 2,
    Block = 3,
    Cpu = 4,
    Security = 5,
    Time = 7,
}

/// <summary>
/// Parameters of a userdata PDU (ROSCTR 07): <c>00 01 12 length1 method1 (type·16 + group)1 function1 sequence1</c> and, in answers and follow-up requests,
/// <c>unit1 more1 error2</c>.
/// </summary>
/// <param name="Type">4 request, 8 answer, 0 unsolicited.</param>
/// <param name="Group">Function group.</param>
/// <param name="Function">Function in the group.</param>
/// <param name="Sequence">Relates the parts of one answer.</param>
/// <param name="DataUnit">Reference that a follow-up request must repeat.</param>
/// <param name="More">True while further parts can be requested.</param>
/// <param name="Error">Error code of an answer; 0 is success.</param>
internal readonly record struct UserdataParameters(
    byte Type,
    UserdataGroup Group,
    byte Function,
    byte Sequence,
    byte DataUnit = 0,
    bool More = false,
    ushort Error = 0
)
{
    public const byte Request = 4;
    public const byte Answer = 8;
    public const int ShortLength = 8;
    public const int LongLength = 12;

    private const byte ShortMethod = 0x11;
    private const byte LongMethod = 0x12;

    /// <summary>Writes 8 bytes for a first request, 12 for others; returns the number.</summary>
    public int Write(Span<byte> destination)
    {
        var isLong = Type != Request || Sequence != 0;
        destination[0] = 0;
        destination[1] = 1;
        destination[2] = 0x12;
        destination[3] = (byte)((isLong ? LongLength : ShortLength) - 4);
        destination[4] = isLong ? LongMethod : ShortMethod;
        destination[5] = (byte)((Type << 4) | (byte)Group);
        destination[6] = Function;
        destination[7] = Sequence;
        if (!isLong)
            return ShortLength;
        destination[8] = DataUnit;
        destination[9] = More ? (byte)1 : (byte)0;
        BinaryPrimitives.WriteUInt16BigEndian(destination[10..], Error);
        return LongLength;
    }

    /// <summary>False for unsolicited messages of a PLC.</summary>
    public static bool IsAnswer(ReadOnlySpan<byte> parameters) => parameters.Length >= ShortLength && parameters[5] >> 4 == Answer;

    /// <summary>Reads the parameters.</summary>
    /// <exception cref="S7ProtocolException">Truncated, or not the parameters of a userdata service.</exception>
    public static UserdataParameters Read(ReadOnlySpan<byte> parameters)
    {
        if (parameters.Length < ShortLength || parameters[0] != 0 || parameters[1] != 1 || parameters[2] != 0x12)
            throw new S7ProtocolException("Broken userdata PDU: its parameters do not start with 00 01 12.");
        var read = new UserdataParameters((byte)(parameters[5] >> 4), (UserdataGroup)(parameters[5] & 0x0F), parameters[6], parameters[7]);
        return parameters.Length < LongLength
            ? read
            : read with
            {
                DataUnit = parameters[8],
                More = parameters[9] != 0,
                Error = BinaryPrimitives.ReadUInt16BigEndian(parameters[10..]),
            };
    }
}
