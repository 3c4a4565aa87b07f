namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>
/// The PLC's wall clock and UTC. A repeated hour is its first occurrence; a skipped time counts as if the clock had not been put forward yet.
/// Works on offsets alone, since asking a zone whether a time is ambiguous allocates. Assumes at most one change of offset a day.
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
        ReferenceEquals(zone, TimeZoneInfo.Utc) ? utc : Math.Clamp(utc + OffsetAt(utc, zone), DateTime.MinValue.Ticks, DateTime.MaxValue.Ticks);

    private static long OffsetAt(long utc, TimeZoneInfo zone) =>
        zone.GetUtcOffset(new DateTime(Math.Clamp(utc, DateTime.MinValue.Ticks, DateTime.MaxValue.Ticks), DateTimeKind.Utc)).Ticks;
}
