using System.Globalization;

namespace S7OpcBridge.IsoOnTcp.Wire;

/// <summary>A line of a wire log, the same for both protocols.</summary>
internal static class WireLine
{
    /// <summary>What stands for bytes that are withheld.</summary>
    public const string Withheld = "withheld: password";

    /// <summary>Time in UTC, direction, length, bytes.</summary>
    public static string Format(DateTimeOffset time, bool isSent, ReadOnlySpan<byte> bytes, int length)
    {
        var shown = bytes.Length < length ? Withheld : Convert.ToHexStringLower(bytes);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{time.UtcDateTime:yyyy-MM-ddTHH:mm:ss.fffZ} {(isSent ? '>' : '<')} {length, 5} {shown}"
        );
    }
}
