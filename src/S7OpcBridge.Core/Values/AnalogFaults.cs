namespace S7OpcBridge.Core.Values;

/// <summary>
/// The two raw values that analog input modules of the S7 families use to report a fault: 7FFF for overflow and wire break, 8000 for underflow (SIMATIC
/// S7-300/400, S7-1200 and ET 200 module manuals, "representation of analog values").
/// </summary>
internal static class AnalogFaults
{
    public static bool IsIn(ReadOnlySpan<byte> bytes) => bytes is [0x7F, 0xFF] or [0x80, 0x00];
}
