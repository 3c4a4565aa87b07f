using S7OpcBridge.S7.Types.Clock;

namespace S7OpcBridge.S7.Services;

/// <summary>
/// The clock value of a CPU: a reserved byte, a century byte and a Date_And_Time. The century byte has no meaning: an S7-300 sends 19 in the year 2014, and so
/// does STEP 7. The year follows Date_And_Time: 90–99 are 1990–1999, 00–89 are 2000–2089.
/// </summary>
internal static class ClockValue
{
    private const int Head = 2;
    private const int Length = Head + DateAndTime.Length;
    private const byte Century = 0x19;

    public static DateTime Parse(ReadOnlySpan<byte> payload)
    {
        if (payload.Length < Length)
            throw new S7ProtocolException($"Broken clock value: {payload.Length} bytes instead of {Length}.");
        return DateAndTime.TryRead(payload[Head..], out var ticks)
            ? new DateTime(ticks)
            : throw new S7ProtocolException($"The PLC's clock value is not a date and time: {Convert.ToHexString(payload[..Length])}.");
    }

    /// <summary>The value to set the clock with, as STEP 7 sends it.</summary>
    public static byte[] Format(DateTime time)
    {
        var payload = new byte[Length];
        payload[1] = Century;
        DateAndTime.Write(time, payload.AsSpan(Head));
        return payload;
    }
}
