using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Shapes;

/// <summary>The values that a signal must produce.</summary>
/// <param name="Kind">The kind of value.</param>
/// <param name="Least">Smallest number of the S7 type; milliseconds for durations.</param>
/// <param name="Most">Largest number of the S7 type.</param>
/// <param name="Characters">Maximum characters of a text.</param>
internal sealed record ShapeTarget(S7ValueKind Kind, double Least, double Most, int Characters)
{
    private const double LargestUInt64 = 18_446_744_073_709_549_568;
    private const double LargestInt64 = 9_223_372_036_854_774_784;
    private const double DayMilliseconds = 86_399_999;

    /// <summary>True when the type is a number, a Bool or a duration.</summary>
    public bool IsNumber => Kind is not (S7ValueKind.Text or S7ValueKind.DateTime or S7ValueKind.None);

    /// <summary>The target for a scalar of a type.</summary>
    public static ShapeTarget For(S7DataType type)
    {
        var (least, most) = type.Kind switch
        {
            S7TypeKind.Bool => (0, 1),
            S7TypeKind.Byte or S7TypeKind.USInt => (byte.MinValue, byte.MaxValue),
            S7TypeKind.SInt => (sbyte.MinValue, sbyte.MaxValue),
            S7TypeKind.Word or S7TypeKind.UInt => (ushort.MinValue, ushort.MaxValue),
            S7TypeKind.Int => (short.MinValue, short.MaxValue),
            S7TypeKind.DWord or S7TypeKind.UDInt => (uint.MinValue, uint.MaxValue),
            S7TypeKind.DInt or S7TypeKind.Time => (int.MinValue, int.MaxValue),
            S7TypeKind.LWord or S7TypeKind.ULInt => (0, LargestUInt64),
            S7TypeKind.LInt => (-LargestInt64, LargestInt64),
            S7TypeKind.LTime => (-LargestInt64 / 1e6, LargestInt64 / 1e6),
            S7TypeKind.S5Time or S7TypeKind.Timer => (0, 9_990_000),
            S7TypeKind.TimeOfDay or S7TypeKind.LTimeOfDay => (0, DayMilliseconds),
            S7TypeKind.Counter => (0, 999),
            S7TypeKind.Bcd16 => (0, 9_999),
            S7TypeKind.Bcd32 => (0, 99_999_999),
            _ => (double.NegativeInfinity, double.PositiveInfinity),
        };
        return new ShapeTarget(type.ValueKind, least, most, Math.Max(type.Capacity, 1));
    }

    /// <summary>The value nearest to a number within the range of the type.</summary>
    public S7Value ToValue(double number)
    {
        number = Math.Clamp(number, Least, Most);
        return Kind switch
        {
            S7ValueKind.Boolean => S7Value.From(number >= 0.5),
            S7ValueKind.Single => S7Value.From((float)number),
            S7ValueKind.Double => S7Value.From(number),
            S7ValueKind.Duration => S7Value.FromDuration(Math.Round(number)),
            S7ValueKind.UInt64 => S7Value.From(Kind, (long)(ulong)Math.Round(number)),
            _ => S7Value.From(Kind, (long)Math.Round(number)),
        };
    }
}
