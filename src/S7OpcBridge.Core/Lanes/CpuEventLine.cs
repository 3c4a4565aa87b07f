using System.Globalization;

namespace S7OpcBridge.Core.Lanes;

/// <summary>An event of a CPU as a line, by the clock and in the time zone of the CPU, as its engineering tool shows it.</summary>
internal static class CpuEventLine
{
    public static string For(CpuEvent happened, TimeZoneInfo zone) =>
        happened.Time is { } time
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"{TimeZoneInfo.ConvertTime(time, zone):yyyy-MM-dd HH:mm:ss.fff} {happened.Words}"
            )
            : happened.Words;
}
