using System.Buffers.Binary;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>LDT: nanoseconds since 1970-01-01 of the PLC's clock, up to 2262-04-11 23:47:16.8; never negative. .NET has units of 100 ns.</summary>
internal sealed class LdtCodec(TimeZoneInfo zone) : PointInTimeCodec(S7TypeKind.LDT, zone)
{
    private static readonly long Epoch = DateTime.UnixEpoch.Ticks;

    protected override bool TryReadClock(ReadOnlySpan<byte> source, out long clock)
    {
        var nanoseconds = BinaryPrimitives.ReadInt64BigEndian(source);
        clock = Epoch + (nanoseconds / TimeSpan.NanosecondsPerTick);
        return nanoseconds >= 0;
    }

    protected override int WriteClock(DateTime clock, Span<byte> destination)
    {
        var ticks = clock.Ticks - Epoch;
        if (ticks is < 0 or > long.MaxValue / TimeSpan.NanosecondsPerTick)
            return -1;
        BinaryPrimitives.WriteInt64BigEndian(destination, ticks * TimeSpan.NanosecondsPerTick);
        return 8;
    }
}
