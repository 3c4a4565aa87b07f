using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>
/// A value that came with an alarm: its type as root id (0x02000000 + soft type, 0x020A0000 + n for String[n], 0x020B0000 + n for WString[n]).
/// </summary>
internal readonly record struct AssociatedValue(uint Root, byte[] Data)
{
    /// <summary>Bytes kept of a value: as many as the longest WString has.</summary>
    public const int MostBytes = 4 + 254 * 2;

    private const uint ElementaryTypes = 0x0200_0000;
    private const uint Strings = 0x020A_0000;
    private const uint WideStrings = 0x020B_0000;

    /// <summary>The root id of a value of an elementary type.</summary>
    public static uint RootOf(S7PlusType type) => ElementaryTypes + (byte)type;

    /// <summary>The root id of a value of this shape; null: it cannot go along with an alarm.</summary>
    public static uint? RootOf(in S7PlusShape shape) =>
        shape.Count > 0 ? null
        : shape.Type == S7PlusType.String ? Strings + (uint)shape.Length
        : shape.Type == S7PlusType.WString ? WideStrings + (uint)shape.Length
        : RootOf(shape.Type);

    /// <summary>True: the slot is not used.</summary>
    public bool IsUnused => Data is null or { Length: 0 };

    /// <summary>True for bytes without a type, in which the elements of all placeholders are, one after the other. System diagnostics sends them.</summary>
    public bool IsPacked => Root <= 1 && !IsUnused;

    public bool IsText => (Root & 0xFFFF_0000) is Strings or WideStrings || Type is S7PlusType.Char or S7PlusType.WChar;

    public bool IsReal => Type is S7PlusType.Real or S7PlusType.LReal;

    /// <summary>Its type; 0 for texts and where it is unknown.</summary>
    public S7PlusType Type => (Root & 0xFFFF_FF00) == ElementaryTypes ? (S7PlusType)(byte)Root : 0;

    public double Real =>
        Type switch
        {
            S7PlusType.Real when Data.Length >= 4 => BinaryPrimitives.ReadSingleBigEndian(Data),
            S7PlusType.LReal when Data.Length >= 8 => BinaryPrimitives.ReadDoubleBigEndian(Data),
            _ => Signed,
        };

    /// <summary>Bits of its type.</summary>
    public int Bits => Type == S7PlusType.Bool ? 1 : Math.Min(Data.Length, 8) * 8;

    /// <summary>The first eight bytes as a number; a Real rounded.</summary>
    public ulong Unsigned
    {
        get
        {
            if (IsReal)
                return unchecked((ulong)Signed);
            ulong value = 0;
            foreach (var each in Data.AsSpan(0, Math.Min(Data.Length, 8)))
                value = (value << 8) | each;
            return value;
        }
    }

    /// <summary>The same with the sign of its type.</summary>
    public long Signed
    {
        get
        {
            if (IsReal)
                return (long)Math.Clamp(Math.Round(Real), long.MinValue, long.MaxValue);
            var free = 64 - Math.Min(Data.Length, 8) * 8;
            return
                Type is S7PlusType.SInt or S7PlusType.Int or S7PlusType.DInt or S7PlusType.LInt or S7PlusType.Time or S7PlusType.LTime
                && free < 64
                ? (long)(Unsigned << free) >> free
                : (long)Unsigned;
        }
    }

    /// <summary>The value in its natural form; empty where it is not used, its bytes in hexadecimal digits where its type is unknown.</summary>
    public string ToText()
    {
        if (IsUnused)
            return "";
        if ((Root & 0xFFFF_0000) == Strings)
            return Narrow();
        if ((Root & 0xFFFF_0000) == WideStrings)
            return Wide();
        return TypeTable.WireOf(Type) == WireType.Null ? Digits : Elementary(new S7PlusShape(Type));
    }

    private string Digits => Convert.ToHexString(Data);

    private string Elementary(in S7PlusShape shape)
    {
        if (Data.Length < shape.ByteLength)
            return Digits;
        try
        {
            return S7PlusData.ToValue(shape, Data.AsSpan(0, shape.ByteLength)) switch
            {
                bool value => value ? "true" : "false",
                TimeSpan value => value.ToString("c", CultureInfo.InvariantCulture),
                DateTime value => value.ToString("yyyy-MM-dd HH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture),
                IFormattable value => value.ToString(null, CultureInfo.InvariantCulture),
                string value => value,
                _ => Digits,
            };
        }
        catch (FormatException)
        {
            return Digits;
        }
    }

    // With the two bytes of a String in front, maximum and length, or without them.
    private string Narrow() =>
        Data.Length >= 2 && Data[0] == (byte)Root && Data[1] <= Data.Length - 2
            ? Encoding.Latin1.GetString(Data, 2, Data[1])
            : Encoding.Latin1.GetString(Data);

    private string Wide()
    {
        var characters = Data.Length >= 4 ? BinaryPrimitives.ReadUInt16BigEndian(Data.AsSpan(2)) : 0;
        return Data.Length >= 4 && BinaryPrimitives.ReadUInt16BigEndian(Data) == (ushort)Root && characters * 2 <= Data.Length - 4
            ? Encoding.BigEndianUnicode.GetString(Data, 4, characters * 2)
            : Encoding.BigEndianUnicode.GetString(Data, 0, Data.Length & ~1);
    }
}
