using S7OpcBridge.S7.Types.Clock;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>Base of Date, DT, DTL and LDT: converts between UTC ticks and ticks of the PLC's clock.</summary>
internal abstract class PointInTimeCodec(S7TypeKind kind, TimeZoneInfo zone) : ScalarCodec<long>(new(kind))
{
    internal sealed override bool TryRead(ReadOnlySpan<byte> source, out long value)
    {
        var valid = TryReadClock(source, out var clock);
        value = valid ? PlcClock.ToUtc(clock, zone) : 0;
        return valid;
    }

    internal sealed override int Write(long value, Span<byte> destination) =>
        value < DateTime.MinValue.Ticks || value > DateTime.MaxValue.Ticks
            ? -1
            : WriteClock(new DateTime(PlcClock.FromUtc(value, zone)), destination);

    protected abstract bool TryReadClock(ReadOnlySpan<byte> source, out long clock);

    protected abstract int WriteClock(DateTime clock, Span<byte> destination);

    protected sealed override S7Value Wrap(long value) => S7Value.FromDateTime(value);

    protected sealed override bool TryUnwrap(in S7Value value, out long raw)
    {
        raw = value.Bits;
        return true;
    }
}
