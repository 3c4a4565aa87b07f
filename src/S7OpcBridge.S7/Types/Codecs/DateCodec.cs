using System.Buffers.Binary;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>
/// Date: days since 1990-01-01, up to 2168-12-31 (FF62). Always midnight UTC, whatever the PLC's time zone. Only the day of a written time is used.
/// </summary>
internal sealed class DateCodec() : PointInTimeCodec(S7TypeKind.Date, TimeZoneInfo.Utc)
{
    private const ushort LastDay = 0xFF62;
    private static readonly long FirstDay = new DateTime(1990, 1, 1).Ticks;

    protected override bool TryReadClock(ReadOnlySpan<byte> source, out long clock)
    {
        var days = BinaryPrimitives.ReadUInt16BigEndian(source);
        clock = FirstDay + (days * TimeSpan.TicksPerDay);
        return days <= LastDay;
    }

    protected override int WriteClock(DateTime clock, Span<byte> destination)
    {
        var days = (clock.Date.Ticks - FirstDay) / TimeSpan.TicksPerDay;
        if (days is < 0 or > LastDay)
            return -1;
        BinaryPrimitives.WriteUInt16BigEndian(destination, (ushort)days);
        return 2;
    }
}
