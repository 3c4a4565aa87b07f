namespace S7OpcBridge.S7.Types.Clock;

/// <summary>
/// The eight bytes of a Date_And_Time: BCD year, month, day, hour, minute, second, three digits of milliseconds and the weekday in the last four bits (1 =
/// Sunday). Years 90–99 are 1990–1999, 00–89 are 2000–2089. The weekday is written correctly and ignored when reading.
/// </summary>
internal static class DateAndTime
{
    internal const int Length = 8;

    /// <summary>Ticks of the PLC's clock; false where the bytes are not a valid date and time.</summary>
    internal static bool TryRead(ReadOnlySpan<byte> source, out long clock)
    {
        clock = 0;
        var year = Bcd.FromByte(source[0]);
        var hundredths = Bcd.FromByte(source[6]);
        var thousandths = source[7] >> 4;
        if (year < 0 || hundredths < 0 || thousandths > 9)
            return false;
        if (
            !TryMakeTicks(
                year + (year >= 90 ? 1900 : 2000),
                Bcd.FromByte(source[1]),
                Bcd.FromByte(source[2]),
                Bcd.FromByte(source[3]),
                Bcd.FromByte(source[4]),
                Bcd.FromByte(source[5]),
                out clock
            )
        )
            return false;
        clock += ((hundredths * 10) + thousandths) * TimeSpan.TicksPerMillisecond;
        return true;
    }

    /// <summary>Writes a time, truncated to milliseconds. False: the year is outside 1990–2089.</summary>
    internal static bool Write(DateTime clock, Span<byte> destination)
    {
        if (clock.Year is < 1990 or > 2089)
            return false;
        destination[0] = Bcd.ToByte(clock.Year % 100);
        destination[1] = Bcd.ToByte(clock.Month);
        destination[2] = Bcd.ToByte(clock.Day);
        destination[3] = Bcd.ToByte(clock.Hour);
        destination[4] = Bcd.ToByte(clock.Minute);
        destination[5] = Bcd.ToByte(clock.Second);
        destination[6] = Bcd.ToByte(clock.Millisecond / 10);
        destination[7] = (byte)(((clock.Millisecond % 10) << 4) | ((int)clock.DayOfWeek + 1));
        return true;
    }

    /// <summary>Ticks of a date and time of day; false where these do not exist.</summary>
    internal static bool TryMakeTicks(int year, int month, int day, int hour, int minute, int second, out long ticks)
    {
        ticks = 0;
        if (
            month is < 1 or > 12
            || day < 1
            || day > DateTime.DaysInMonth(year, month)
            || hour is < 0 or > 23
            || minute is < 0 or > 59
            || second is < 0 or > 59
        )
            return false;
        ticks = new DateTime(year, month, day, hour, minute, second).Ticks;
        return true;
    }
}
