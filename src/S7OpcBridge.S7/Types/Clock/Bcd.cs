namespace S7OpcBridge.S7.Types.Clock;

/// <summary>Two decimal digits in a byte.</summary>
internal static class Bcd
{
    /// <summary>0–99, or −1 where a digit is above 9.</summary>
    internal static int FromByte(byte value) => (value >> 4) > 9 || (value & 0xF) > 9 ? -1 : ((value >> 4) * 10) + (value & 0xF);

    internal static byte ToByte(int value) => (byte)(((value / 10) << 4) | (value % 10));
}
