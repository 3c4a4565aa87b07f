using S7OpcBridge.S7.Types.Clock;

namespace S7OpcBridge.S7.Services;

/// <summary>The time of a message or an entry: a Date_And_Time by the CPU's clock. Zeros mean none; what is no date is none, too.</summary>
internal static class EventTime
{
    public const int Length = DateAndTime.Length;

    public static DateTime? Read(ReadOnlySpan<byte> bytes) =>
        DateAndTime.TryRead(bytes[..Length], out var ticks) ? new DateTime(ticks) : null;
}
