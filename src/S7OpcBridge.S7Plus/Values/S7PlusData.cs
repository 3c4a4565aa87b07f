using System.Buffers.Binary;
using System.Text;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus;

/// <summary>Converts the bytes of items to .NET values, for other users of this library. Allocates; where that matters, compare the bytes first.</summary>
public static class S7PlusData
{
    private static readonly DateTime FirstDate = new(1990, 1, 1, 0, 0, 0, DateTimeKind.Unspecified);

    /// <summary>
    /// Returns the value: bool, byte to ulong, sbyte to long, float, double, string (Latin-1; WString UTF-16), TimeSpan for Time, LTime, Time_Of_Day and
    /// LTime_Of_Day, DateTime for Date, LDT and DTL without a time zone, byte[] for other types of several bytes; an array of these for an array.
    /// </summary>
    /// <param name="shape">Type and size of the bytes.</param>
    /// <param name="bytes">Exactly as many as the shape requires.</param>
    /// <exception cref="ArgumentException">The number of bytes is wrong.</exception>
    /// <exception cref="FormatException">The bytes are not a valid date.</exception>
    public static object ToValue(in S7PlusShape shape, ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length != shape.ByteLength)
            throw new ArgumentException($"A value of this shape has {shape.ByteLength} bytes, not {bytes.Length}.", nameof(bytes));
        if (shape.Count == 0)
            return One(shape, bytes);
        var values = new object[shape.Count];
        var width = TypeTable.WidthOf(shape.Wire);
        for (var i = 0; i < values.Length; i++)
            values[i] = shape.IsBits
                ? (bytes[i >> 3] >> (i & 7) & 1) != 0
                : One(new S7PlusShape(shape.Type), bytes.Slice(i * width, width));
        var typed = Array.CreateInstance(values.Length == 0 ? typeof(object) : values[0].GetType(), values.Length);
        values.CopyTo(typed, 0);
        return typed;
    }

    private static object One(in S7PlusShape shape, ReadOnlySpan<byte> bytes) =>
        shape.Type switch
        {
            S7PlusType.Bool or S7PlusType.BitBool => bytes[0] != 0,
            S7PlusType.Char => ((char)bytes[0]).ToString(),
            S7PlusType.WChar => ((char)BinaryPrimitives.ReadUInt16BigEndian(bytes)).ToString(),
            S7PlusType.String => Encoding.Latin1.GetString(bytes.Slice(2, Math.Min(bytes[1], bytes.Length - 2))),
            S7PlusType.WString => WideText(bytes),
            S7PlusType.Date => FirstDate.AddDays(BinaryPrimitives.ReadUInt16BigEndian(bytes)),
            S7PlusType.Time => TimeSpan.FromMilliseconds(BinaryPrimitives.ReadInt32BigEndian(bytes)),
            S7PlusType.TimeOfDay => TimeSpan.FromMilliseconds(BinaryPrimitives.ReadUInt32BigEndian(bytes)),
            S7PlusType.LTime => TimeSpan.FromTicks(BinaryPrimitives.ReadInt64BigEndian(bytes) / TimeSpan.NanosecondsPerTick),
            S7PlusType.LTimeOfDay => TimeSpan.FromTicks((long)(BinaryPrimitives.ReadUInt64BigEndian(bytes) / TimeSpan.NanosecondsPerTick)),
            S7PlusType.Ldt => DateTime
                .SpecifyKind(DateTime.UnixEpoch, DateTimeKind.Unspecified)
                .AddTicks((long)(BinaryPrimitives.ReadUInt64BigEndian(bytes) / TimeSpan.NanosecondsPerTick)),
            S7PlusType.Dtl => Dtl(bytes),
            _ => Number(shape, bytes),
        };

    // Each arm is boxed separately; otherwise all arms of the switch would become double.
    private static object Number(in S7PlusShape shape, ReadOnlySpan<byte> bytes) =>
        shape.WireCount > 0
            ? bytes.ToArray()
            : shape.Wire switch
            {
                WireType.SInt => (object)(sbyte)bytes[0],
                WireType.Int => (object)BinaryPrimitives.ReadInt16BigEndian(bytes),
                WireType.DInt => (object)BinaryPrimitives.ReadInt32BigEndian(bytes),
                WireType.LInt => (object)BinaryPrimitives.ReadInt64BigEndian(bytes),
                WireType.Real => (object)BinaryPrimitives.ReadSingleBigEndian(bytes),
                WireType.LReal => (object)BinaryPrimitives.ReadDoubleBigEndian(bytes),
                _ => Unsigned(bytes),
            };

    private static object Unsigned(ReadOnlySpan<byte> bytes) =>
        bytes.Length switch
        {
            1 => (object)bytes[0],
            2 => (object)BinaryPrimitives.ReadUInt16BigEndian(bytes),
            4 => (object)BinaryPrimitives.ReadUInt32BigEndian(bytes),
            _ => (object)BinaryPrimitives.ReadUInt64BigEndian(bytes),
        };

    private static string WideText(ReadOnlySpan<byte> bytes)
    {
        var length = Math.Min(BinaryPrimitives.ReadUInt16BigEndian(bytes[2..]), (bytes.Length - 4) / 2);
        return Encoding.BigEndianUnicode.GetString(bytes.Slice(4, length * 2));
    }

    // Year, month, day, weekday, hour, minute, second, nanoseconds.
    private static DateTime Dtl(ReadOnlySpan<byte> bytes)
    {
        try
        {
            return new DateTime(
                BinaryPrimitives.ReadUInt16BigEndian(bytes),
                bytes[2],
                bytes[3],
                bytes[5],
                bytes[6],
                bytes[7],
                DateTimeKind.Unspecified
            ).AddTicks(BinaryPrimitives.ReadUInt32BigEndian(bytes[8..]) / TimeSpan.NanosecondsPerTick);
        }
        catch (ArgumentOutOfRangeException e)
        {
            throw new FormatException($"The bytes {Convert.ToHexString(bytes)} are no DTL.", e);
        }
    }
}
