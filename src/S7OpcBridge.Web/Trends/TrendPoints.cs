using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web.Trends;

/// <summary>Collects values into points of equal width: the smallest and largest number, and the worst quality.</summary>
internal sealed class TrendPoints(long from, long to, int count)
{
    private const string Order = ".gubl";

    private readonly Point[] _points = new Point[count];

    public double?[] Low { get; } = new double?[count];

    public double?[] High { get; } = new double?[count];

    /// <summary>True where a value is a number.</summary>
    public bool HasNumbers { get; private set; }

    /// <summary>The point of a time.</summary>
    public int IndexOf(long time) => (int)Int128.Clamp((Int128)(time - from) * count / (to - from), 0, count - 1);

    /// <summary>The time at which a point begins.</summary>
    public long StartOf(int index) => from + (long)((Int128)(to - from) * index / count);

    /// <summary>Number of values in a point.</summary>
    public int CountOf(int index) => _points[index].Count;

    public void Add(in DataValue value)
    {
        ref var point = ref _points[IndexOf(value.SourceTime)];
        var (level, number) = (LevelOf(value.Status), NumberOf(value));
        point.Worst = point.Count == 0 ? level : Worse(point.Worst, level);
        (point.Count, point.LastLevel, point.LastNumber) = (point.Count + 1, level, number);
        point.Add(number);
        HasNumbers |= number is not null;
    }

    /// <summary>Lets each value last until the next one, and returns the levels.</summary>
    /// <param name="before">The value before the range; null: there is none.</param>
    public string Hold(DataValue? before)
    {
        var (level, number) = before is { } held ? (LevelOf(held.Status), NumberOf(held)) : ('.', null);
        HasNumbers |= number is not null;
        var levels = new char[_points.Length];
        for (var i = 0; i < levels.Length; i++)
        {
            ref var point = ref _points[i];
            point.Add(number);
            levels[i] =
                point.Count == 0 ? level
                : level == '.' ? point.Worst
                : Worse(level, point.Worst);
            if (point.Count > 0)
                (level, number) = (point.LastLevel, point.LastNumber);
            (Low[i], High[i]) = (point.Low, point.High);
        }
        return new string(levels);
    }

    public static char LevelOf(StatusCode status) =>
        status.Value == StatusCodes.BadDataLost ? 'l'
        : status.IsGood ? 'g'
        : status.IsUncertain ? 'u'
        : 'b';

    private static char Worse(char a, char b) => Order.IndexOf(a) > Order.IndexOf(b) ? a : b;

    private static double? NumberOf(in DataValue value)
    {
        if (value.Status.IsBad || value.Value.IsArray)
            return null;
        var (type, bits) = (value.Value.Type, value.Value.Bits);
        double? number = type switch
        {
            BuiltInType.Boolean or BuiltInType.SByte or BuiltInType.Int16 or BuiltInType.Int32 or BuiltInType.Int64 => bits,
            BuiltInType.Byte or BuiltInType.UInt16 or BuiltInType.UInt32 or BuiltInType.UInt64 => (ulong)bits,
            BuiltInType.Float => BitConverter.Int32BitsToSingle((int)bits),
            BuiltInType.Double => BitConverter.Int64BitsToDouble(bits),
            _ => null,
        };
        // JSON has no infinity.
        return number is { } finite && double.IsFinite(finite) ? finite : null;
    }

    private struct Point
    {
        public int Count;
        public char Worst,
            LastLevel;
        public double? Low,
            High,
            LastNumber;

        public void Add(double? number)
        {
            if (number is not { } value)
                return;
            Low = Low is { } low ? Math.Min(low, value) : value;
            High = High is { } high ? Math.Max(high, value) : value;
        }
    }
}
