namespace S7OpcBridge.S7;

/// <summary>The answer of the clock service: a reserved byte, the century, then a Date_And_Time in BCD (year, month, day, hour, minute, second, ms and weekday).</summary>
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

    private static int Bcd(byte value) => (value & 0x0F) <= 9 && value >> 4 <= 9
        ? ((value >> 4) * 10) + (value & 0x0F)
        : throw new ArgumentOutOfRangeException(nameof(value));
}
