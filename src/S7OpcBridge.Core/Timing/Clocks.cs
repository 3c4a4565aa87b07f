namespace S7OpcBridge.Core.Timing;

/// <summary>Steady time, which measures, and UTC, which labels. Both in ticks of 100 ns.</summary>
internal static class Clocks
{
    /// <summary>Steady time: never jumps, means nothing outside the process.</summary>
    public static long Ticks(this TimeProvider time) => time.GetElapsedTime(0).Ticks;

    /// <summary>UTC, for timestamps that leave the process.</summary>
    public static long UtcTicks(this TimeProvider time) => time.GetUtcNow().UtcTicks;
}
