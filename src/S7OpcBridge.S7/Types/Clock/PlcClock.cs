namespace S7OpcBridge.S7.Types.Clock;

/// <summary>
/// Converts between the PLC's local time and UTC. A repeated hour is its first occurrence; a skipped time is converted with the offset before the change. Uses
/// offsets only, because querying a zone for ambiguous times allocates. Assumes at most one change of offset per day.
/// </summary>
internal static class PlcClock
{
    internal static long ToUtc(long clock, TimeZoneInfo zone)
    {
        if (ReferenceEquals(zone, TimeZoneInfo.Utc))
            return clock;
        var before = OffsetAt(clock - TimeSpan.TicksPerDay, zone);
        var earlier = clock - before;
        var after = OffsetAt(earlier, zone);
        if (after == before)
            return earlier;
        var later = clock - after;
        return OffsetAt(later, zone) == after ? later : earlier;
    }

    internal static long FromUtc(long utc, TimeZoneInfo zone) =>
        ReferenceEquals(zone, TimeZoneInfo.Utc)
            ? utc
            : Math.Clamp(utc + OffsetAt(utc, zone), DateTime.MinValue.Ticks, DateTime.MaxValue.Ticks);

    private static long OffsetAt(long utc, TimeZoneInfo zone) =>
        zone.GetUtcOffset(new DateTime(Math.Clamp(utc, DateTime.MinValue.Ticks, DateTime.MaxValue.Ticks), DateTimeKind.Utc)).Ticks;
}
