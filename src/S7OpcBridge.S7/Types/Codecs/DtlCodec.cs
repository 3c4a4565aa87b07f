using System.Buffers.Binary;
using S7OpcBridge.S7.Types.Clock;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>
/// DTL: year (16 bits), month, day, weekday (1 = Sunday), hour, minute, second, nanoseconds (32 bits). 1970 to 2554, the range of the S7-1200; an S7-1500 ends
/// in 2262. .NET has units of 100 ns. The weekday is written correctly and ignored when reading.
/// </summary>
internal sealed class DtlCodec(TimeZoneInfo zone) : PointInTimeCodec(S7TypeKind.DTL, zone)
{
    private const int FirstYear = 1970;
    private const int LastYear = 2554;

    protected override bool TryReadClock(ReadOnlySpan<byte> source, out long clock)
    {
        clock = 0;
        int year = BinaryPrimitives.ReadUInt16BigEndian(source);
        var nanoseconds = BinaryPrimitives.ReadUInt32BigEndian(source[8..]);
        if (year is < FirstYear or > LastYear || nanoseconds > 999_999_999)
            return false;
        if (!DateAndTime.TryMakeTicks(year, source[2], source[3], source[5], source[6], source[7], out clock))
            return false;
        clock += nanoseconds / TimeSpan.NanosecondsPerTick;
        return true;
    }

    protected override int WriteClock(DateTime clock, Span<byte> destination)
    {
        if (clock.Year is < FirstYear or > LastYear)
            return -1;
        BinaryPrimitives.WriteUInt16BigEndian(destination, (ushort)clock.Year);
        destination[2] = (byte)clock.Month;
        destination[3] = (byte)clock.Day;
        destination[4] = (byte)(clock.DayOfWeek + 1);
        destination[5] = (byte)clock.Hour;
        destination[6] = (byte)clock.Minute;
        destination[7] = (byte)clock.Second;
        BinaryPrimitives.WriteUInt32BigEndian(
            destination[8..],
            (uint)(clock.Ticks % TimeSpan.TicksPerSecond * TimeSpan.NanosecondsPerTick)
        );
        return 12;
    }
}
