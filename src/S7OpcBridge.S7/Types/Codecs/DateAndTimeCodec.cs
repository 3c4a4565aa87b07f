using S7OpcBridge.S7.Types.Clock;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>Date_And_Time (DT) in the PLC's time zone.</summary>
internal sealed class DateAndTimeCodec(TimeZoneInfo zone) : PointInTimeCodec(S7TypeKind.DateAndTime, zone)
{
    protected override bool TryReadClock(ReadOnlySpan<byte> source, out long clock) => DateAndTime.TryRead(source, out clock);

    protected override int WriteClock(DateTime clock, Span<byte> destination) =>
        DateAndTime.Write(clock, destination) ? DateAndTime.Length : -1;
}
