using System.Numerics;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>
/// Time (signed milliseconds), LTime (signed nanoseconds), Time_Of_Day (milliseconds since midnight) and LTime_Of_Day (nanoseconds since midnight). A Double in
/// milliseconds is exact to the nanosecond up to about 104 days. Written values are rounded to the type's unit.
/// </summary>
internal sealed class TimeSpanCodec<T>(S7DataType type, long unitsPerMillisecond, long min, long max) : DurationCodec(type)
    where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
{
    private static readonly bool IsUnsigned = T.IsZero(T.MinValue);

    internal override bool TryRead(ReadOnlySpan<byte> source, out double value)
    {
        var units = long.CreateTruncating(T.ReadBigEndian(source[..Size], IsUnsigned));
        value = (double)units / unitsPerMillisecond;
        return units >= min && units <= max;
    }

    internal override int Write(double value, Span<byte> destination)
    {
        var units = Math.Round(value * unitsPerMillisecond, MidpointRounding.AwayFromZero);
        // 2^63 is the first Double above the range of long; (double)long.MaxValue would be rounded up to it.
        if (units < min || units >= 9223372036854775808.0 || (long)units > max)
            return -1;
        return T.CreateTruncating((long)units).WriteBigEndian(destination);
    }
}
