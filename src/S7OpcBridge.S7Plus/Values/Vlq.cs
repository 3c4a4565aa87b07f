using System.Numerics;

namespace S7OpcBridge.S7Plus.Values;

/// <summary>
/// Numbers of variable length: groups of 7 bits, highest first, bit 7 set where another byte follows. 64-bit numbers have at most 9 bytes, the ninth with 8
/// bits.
/// </summary>
internal static class Vlq
{
    /// <summary>Length of the longest 32-bit number in bytes.</summary>
    public const int Longest32 = 5;

    /// <summary>Length of the longest 64-bit number in bytes.</summary>
    public const int Longest64 = 9;

    // Numbers beyond these are written with 9 bytes; the CPU refuses shorter forms (reference: S7CommPlusDriver, tests on a PLC).
    private const ulong LargestShortUnsigned = 0x00FF_FFFF_FFFF_FFFF;
    private const long LargestShortSigned = 0x007F_FFFF_FFFF_FFFF;

    /// <summary>Length of <paramref name="value"/> in bytes.</summary>
    public static int Length(uint value) => value == 0 ? 1 : (BitOperations.Log2(value) / 7) + 1;

    /// <summary>Length of <paramref name="value"/> in bytes.</summary>
    public static int Length(ulong value) =>
        value > LargestShortUnsigned ? Longest64
        : value == 0 ? 1
        : (BitOperations.Log2(value) / 7) + 1;

    /// <summary>Length of <paramref name="value"/> in bytes.</summary>
    public static int Length(long value) => value is > LargestShortSigned or < -LargestShortSigned ? Longest64 : GroupsOf(value);

    /// <returns>Number of bytes written.</returns>
    public static int Write(Span<byte> to, uint value)
    {
        var length = Length(value);
        WriteGroups(to[..length], value);
        return length;
    }

    /// <returns>Number of bytes written.</returns>
    public static int Write(Span<byte> to, int value) => Write(to, (long)value);

    /// <returns>Number of bytes written.</returns>
    public static int Write(Span<byte> to, ulong value)
    {
        var length = Length(value);
        if (length == Longest64)
            WriteNine(to, value >> 8, (byte)value);
        else
            WriteGroups(to[..length], value);
        return length;
    }

    /// <returns>Number of bytes written.</returns>
    public static int Write(Span<byte> to, long value)
    {
        var length = Length(value);
        if (length == Longest64)
            WriteNine(to, (ulong)(value >> 8), (byte)value);
        else
            WriteGroups(to[..length], (ulong)value);
        return length;
    }

    // Two's complement: bit 6 of the first byte is the sign.
    private static int GroupsOf(long value)
    {
        var bits = value < 0 ? ~(ulong)value : (ulong)value;
        return bits == 0 ? 1 : ((BitOperations.Log2(bits) + 1) / 7) + 1;
    }

    private static void WriteGroups(Span<byte> to, ulong value)
    {
        for (var i = to.Length - 1; i >= 0; i--)
        {
            to[i] = (byte)((value & 0x7F) | (i == to.Length - 1 ? 0u : 0x80u));
            value >>= 7;
        }
    }

    private static void WriteNine(Span<byte> to, ulong high, byte low)
    {
        for (var i = 7; i >= 0; i--)
        {
            to[i] = (byte)(high | 0x80);
            high >>= 7;
        }
        to[8] = low;
    }
}
