namespace S7OpcBridge.Simulator;

/// <summary>DATE_AND_TIME in BCD: <c>yy mo dd hh mi ss m1m2 m3w</c>, years from 90 on are 19yy, weekday 1 is Sunday.</summary>
internal static class PlcClock
{
    public const int Length = 8;

    public static void Write(Span<byte> destination, DateTime time)
    {
        destination[0] = ToBcd(time.Year % 100);
        destination[1] = ToBcd(time.Month);
        destination[2] = ToBcd(time.Day);
        destination[3] = ToBcd(time.Hour);
        destination[4] = ToBcd(time.Minute);
        destination[5] = ToBcd(time.Second);
        destination[6] = ToBcd(time.Millisecond / 10);
        destination[7] = (byte)(time.Millisecond % 10 << 4 | (int)time.DayOfWeek + 1);
    }

    /// <summary>False: no date.</summary>
    public static bool TryRead(ReadOnlySpan<byte> source, out DateTime time)
    {
        time = default;
        Span<int> parts = stackalloc int[6];
        for (var i = 0; i < parts.Length; i++)
        {
            if (source[i] >> 4 > 9 || (source[i] & 15) > 9)
                return false;
            parts[i] = (source[i] >> 4) * 10 + (source[i] & 15);
        }

        var year = parts[0] < 90 ? 2000 + parts[0] : 1900 + parts[0];
        if (parts[1] is < 1 or > 12 || parts[2] < 1 || parts[2] > DateTime.DaysInMonth(year, parts[1]) || parts[3] > 23 || parts[4] > 59 || parts[5] > 59)
            return false;
        time = new DateTime(year, parts[1], parts[2], parts[3], parts[4], parts[5], DateTimeKind.Utc);
        return true;
    }

    private static byte ToBcd(int number) => (byte)(number / 10 << 4 | number % 10);
}
