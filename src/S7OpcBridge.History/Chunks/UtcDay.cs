using System.Globalization;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Chunks;

/// <summary>Days of UTC, counted from 1601-01-01.</summary>
internal static class UtcDay
{
    /// <summary>The day of a time in OPC UA ticks.</summary>
    public static int FromTicks(long time) => (int)Math.Clamp(time / TimeSpan.TicksPerDay, 0, int.MaxValue);

    /// <summary>Its first moment, in OPC UA ticks.</summary>
    public static long Start(int day) => day * TimeSpan.TicksPerDay;

    /// <summary>As in a file name: 2026-11-22.</summary>
    public static string Name(int day) =>
        new DateTime(UaTime.ToTicks(Start(day)), DateTimeKind.Utc).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    /// <summary>The day of a name; null where it is none.</summary>
    public static int? Parse(string name) =>
        DateTime.TryParseExact(name, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
            ? FromTicks(UaTime.FromTicks(date.Ticks))
            : null;
}
