namespace S7OpcBridge.S7;

/// <summary>
/// Date_And_Time (DT): BCD year, month, day, hour, minute, second, three digits of milliseconds and the weekday in the last four bits (1 = Sunday).
/// Years 90–99 are 1990–1999, 00–89 are 2000–2089. The weekday is written right and not looked at when reading. Written times are cut to milliseconds.
/// </summary>
internal sealed class DateAndTimeCodec(TimeZoneInfo zone) : PointInTimeCodec(S7TypeKind.DateAndTime, zone)
{
    protected override bool TryReadClock(ReadOnlySpan<byte> source, out long clock)
    {
        clock = 0;
        var year = Bcd.FromByte(source[0]);
        var hundredths = Bcd.FromByte(source[6]);
        var thousandths = source[7] >> 4;
        if (year < 0 || hundredths < 0 || thousandths > 9)
            return false;
        if (!TryMakeTicks(year + (year >= 90 ? 1900 : 2000), Bcd.FromByte(source[1]), Bcd.FromByte(source[2]), Bcd.FromByte(source[3]), Bcd.FromByte(source[4]),
                Bcd.FromByte(source[5]), out clock))
            return false;
        clock += ((hundredths * 10) + thousandths) * TimeSpan.TicksPerMillisecond;
        return true;
    }

    protected override int WriteClock(DateTime clock, Span<byte> destination)
    {
        if (clock.Year is < 1990 or > 2089)
            return -1;
        destination[0] = Bcd.ToByte(clock.Year % 100);
        destination[1] = Bcd.ToByte(clock.Month);
        destination[2] = Bcd.ToByte(clock.Day);
        destination[3] = Bcd.ToByte(clock.Hour);
        destination[4] = Bcd.ToByte(clock.Minute);
        destination[5] = Bcd.ToByte(clock.Second);
        destination[6] = Bcd.ToByte(clock.Millisecond / 10);
        destination[7] = (byte)(((clock.Millisecond % 10) << 4) | ((int)clock.DayOfWeek + 1));
        return 8;
    }
}
