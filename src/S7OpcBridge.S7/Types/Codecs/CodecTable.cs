namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>Selects the codec of a type.</summary>
internal static class CodecTable
{
    private const long NanosecondsPerMillisecond = 1_000_000;
    private const long MillisecondsPerDay = 86_400_000;

    internal static S7Codec Create(S7DataType type, int bit, S7CodecOptions options)
    {
        Check(type, bit);
        var element = type.Element;
        return type.Kind switch
        {
            S7TypeKind.Bool when type.IsArray => new BoolArrayCodec(type, bit),
            S7TypeKind.Bool => new BoolCodec(bit),
            S7TypeKind.Byte or S7TypeKind.USInt => Shape(new IntegerCodec<byte>(element), type),
            S7TypeKind.SInt => Shape(new IntegerCodec<sbyte>(element), type),
            S7TypeKind.Word or S7TypeKind.UInt => Shape(new IntegerCodec<ushort>(element), type),
            S7TypeKind.DWord or S7TypeKind.UDInt => Shape(new IntegerCodec<uint>(element), type),
            S7TypeKind.LWord or S7TypeKind.ULInt => Shape(new IntegerCodec<ulong>(element), type),
            S7TypeKind.Int => Shape(new IntegerCodec<short>(element), type),
            S7TypeKind.DInt => Shape(new IntegerCodec<int>(element), type),
            S7TypeKind.LInt => Shape(new IntegerCodec<long>(element), type),
            S7TypeKind.Real => Shape(new RealCodec(), type),
            S7TypeKind.LReal => Shape(new LRealCodec(), type),
            S7TypeKind.Bcd16 => Shape(new BcdCodec<ushort>(element, digits: 4), type),
            S7TypeKind.Bcd32 => Shape(new BcdCodec<uint>(element, digits: 8), type),
            S7TypeKind.Counter => Shape(new BcdCodec<ushort>(element, digits: 3), type),
            S7TypeKind.Char or S7TypeKind.Chars => Shape(new FixedTextCodec(element, options.Text), type),
            S7TypeKind.WChar => Shape(new WCharCodec(), type),
            S7TypeKind.String => Shape(new StringCodec(element, options.Text), type),
            S7TypeKind.WString => Shape(new WStringCodec(element), type),
            S7TypeKind.S5Time or S7TypeKind.Timer => Shape(new S5TimeCodec(element), type),
            S7TypeKind.Time => Shape(new TimeSpanCodec<int>(element, 1, int.MinValue, int.MaxValue), type),
            S7TypeKind.LTime => Shape(new TimeSpanCodec<long>(element, NanosecondsPerMillisecond, long.MinValue, long.MaxValue), type),
            S7TypeKind.TimeOfDay => Shape(new TimeSpanCodec<uint>(element, 1, 0, MillisecondsPerDay - 1), type),
            S7TypeKind.LTimeOfDay => Shape(
                new TimeSpanCodec<long>(element, NanosecondsPerMillisecond, 0, (MillisecondsPerDay * NanosecondsPerMillisecond) - 1),
                type
            ),
            S7TypeKind.Date => Shape(new DateCodec(), type),
            S7TypeKind.DateAndTime => Shape(new DateAndTimeCodec(options.Zone), type),
            S7TypeKind.DTL => Shape(new DtlCodec(options.Zone), type),
            S7TypeKind.LDT => Shape(new LdtCodec(options.Zone), type),
            _ => throw new ArgumentException($"{type.Kind} is no type that can be read.", nameof(type)),
        };
    }

    private static S7Codec Shape<T>(ScalarCodec<T> element, S7DataType type) => type.IsArray ? new ArrayCodec<T>(type, element) : element;

    private static void Check(S7DataType type, int bit)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bit);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bit, 7);
        var most = S7TypeFacts.For(type.Kind).MaxCapacity;
        if (type.Capacity < Math.Min(most, 1) || type.Capacity > most || type.ArrayLength < 0)
            throw new ArgumentException(
                $"{type} is no valid type: its capacity must be {Math.Min(most, 1)}–{most} and its length not negative.",
                nameof(type)
            );
    }
}
