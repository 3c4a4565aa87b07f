using System.Runtime.CompilerServices;

namespace S7OpcBridge.OpcUa;

/// <summary>OPC UA time: 100 ns since 1601-01-01 UTC, 0 for "none", <see cref="long.MaxValue"/> for "the end" (OPC 10000-6, 5.2.2.5).</summary>
public static class UaTime
{
    /// <summary>.NET ticks of 1601-01-01.</summary>
    public const long Epoch = 504911232000000000;

    private const long End = 2650467743990000000; // 9999-12-31T23:59:59 UTC

    /// <summary>From .NET UTC ticks, clamped at both ends.</summary>
    public static long FromTicks(long utcTicks) =>
        utcTicks <= Epoch ? 0
        : utcTicks - Epoch >= End ? long.MaxValue
        : utcTicks - Epoch;

    /// <summary>To .NET UTC ticks, clamped at both ends.</summary>
    public static long ToTicks(long uaTicks) =>
        uaTicks <= 0 ? 0
        : uaTicks >= End ? System.DateTime.MaxValue.Ticks
        : uaTicks + Epoch;

    /// <summary>Clamps a time as the encoding requires: 0 up to 1601, <see cref="long.MaxValue"/> from 9999-12-31T23:59:59 on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long Clamp(long uaTicks) =>
        uaTicks <= 0 ? 0
        : uaTicks >= End ? long.MaxValue
        : uaTicks;

    /// <summary>Now.</summary>
    public static long Now(TimeProvider time) => FromTicks(time.GetUtcNow().UtcTicks);
}
