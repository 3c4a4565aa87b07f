using System.Diagnostics;

namespace S7OpcBridge.Core.Timing;

/// <summary>Monotonic time for measuring and UTC for timestamps, both in ticks of 100 ns.</summary>
internal static class Clocks
{
    /// <summary>Monotonic time: never jumps; valid only within the process.</summary>
    public static long Ticks(this TimeProvider time) =>
        time == TimeProvider.System ? Stopwatch.GetElapsedTime(0).Ticks : time.GetElapsedTime(0).Ticks;

    /// <summary>UTC, for timestamps that leave the process.</summary>
    public static long UtcTicks(this TimeProvider time) => time.GetUtcNow().UtcTicks;
}
