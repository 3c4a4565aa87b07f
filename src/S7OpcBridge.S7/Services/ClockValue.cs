namespace S7OpcBridge.S7;

/// <summary>What the clock service answers, and takes to be set: a reserved byte, the century, then a Date_And_Time in BCD (year, month, day, hour, minute, second, ms and weekday).</summary>
internal static class ClockValue
{
    private const int Length = 10;

    public static DateTime Parse(ReadOnlySpan<byte> payload)
    {
        if (payload.Length < Length)
            throw new S7ProtocolException($"Broken clock value: {payload.Length} bytes instead of {Length}.");
        try
        {
            var century = Bcd(payload[1]);
            var year = Bcd(payload[2]);
            // A CPU that leaves the century at 0 means what Date_And_Time means: 90 and later is 19xx.
            if (century is not (19 or 20))
                century = year >= 90 ? 19 : 20;
            return new DateTime((century * 100) + year, Bcd(payload[3]), Bcd(payload[4]), Bcd(payload[5]), Bcd(payload[6]), Bcd(payload[7]))
                .AddMilliseconds((Bcd(payload[8]) * 10) + (payload[9] >> 4));
        }
        catch (ArgumentOutOfRangeException)
        {
            throw new S7ProtocolException($"The PLC's clock tells no time: {Convert.ToHexString(payload[..Length])}.");
        }
    }

    /// <summary>The same in the other direction.</summary>
    public static byte[] Format(DateTime time)
    {
        var payload = new byte[Length];
        payload[1] = ToBcd(time.Year / 100);
        payload[2] = ToBcd(time.Year % 100);
        payload[3] = ToBcd(time.Month);
        payload[4] = ToBcd(time.Day);
        payload[5] = ToBcd(time.Hour);
        payload[6] = ToBcd(time.Minute);
        payload[7] = ToBcd(time.Second);
        payload[8] = ToBcd(time.Millisecond / 10);
        // The weekday counts from Sunday, which is 1.
        payload[9] = (byte)((time.Millisecond % 10 << 4) | ((int)time.DayOfWeek + 1));
        return payload;
    }

    private static byte ToBcd(int number) => (byte)((number / 10 << 4) | (number % 10));

    private static int Bcd(byte value) => (value & 0x0F) <= 9 && value >> 4 <= 9
        ? ((value >> 4) * 10) + (value & 0x0F)
        : throw new ArgumentOutOfRangeException(nameof(value));
}
