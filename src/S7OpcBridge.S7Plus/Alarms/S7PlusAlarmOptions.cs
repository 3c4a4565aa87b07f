using S7OpcBridge.S7Plus.Alarms;

namespace S7OpcBridge.S7Plus;

/// <summary>The options of a subscription to alarms.</summary>
public sealed record S7PlusAlarmOptions
{
    /// <summary>
    /// The wanted languages by their Windows numbers (1031 de-DE, 1033 en-US), at most <see cref="MostLanguages"/>; empty: all of the CPU, or the first three
    /// where it refuses to send all.
    /// </summary>
    public IReadOnlyList<int> Languages { get; init; } = [];

    /// <summary>Number of notifications that the CPU may send before the client allows more, 2–200. 0: no limit.</summary>
    public int Credit { get; init; } = 100;

    /// <summary>Notifications that wait for <see cref="S7PlusAlarmSubscription.ReceiveAsync"/> at most; what comes beyond is lost, and counted.</summary>
    public int QueueLength { get; init; } = 20_000;

    /// <summary>Bytes of notifications that wait at most; what comes beyond is lost, and counted.</summary>
    public int QueueBytes { get; init; } = 16 << 20;

    /// <summary>Most languages.</summary>
    public const int MostLanguages = 32;

    /// <summary>The Windows number of a language such as <c>de-DE</c>; 0: TIA Portal has no such language.</summary>
    public static int LcidOf(string locale) => AlarmLanguages.LcidOf(locale);
}
