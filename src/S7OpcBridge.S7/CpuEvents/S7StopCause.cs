using S7OpcBridge.S7.CpuEvents;

namespace S7OpcBridge.S7;

/// <summary>Why a CPU went to STOP the last time.</summary>
/// <param name="EventId">The event.</param>
/// <param name="Time">When, by the CPU's clock; null: only a later start of the CPU names it.</param>
public sealed record S7StopCause(ushort EventId, DateTime? Time)
{
    /// <summary>The cause in a sentence.</summary>
    public string Words => S7EventWords.Of(EventId);

    /// <summary>The last cause in entries of the diagnostics buffer, newest first; null: none of them tells it.</summary>
    public static S7StopCause? Of(IReadOnlyList<S7DiagnosticEntry> entries)
    {
        foreach (var entry in entries)
        {
            if (IsStop(entry.EventId))
                return new S7StopCause(entry.EventId, entry.Time);
            if (IsStart(entry.EventId) && IsStop(entry.Info1))
                return Find(entries, entry.Info1) ?? new S7StopCause(entry.Info1, null);
        }
        return null;
    }

    private static S7StopCause? Find(IReadOnlyList<S7DiagnosticEntry> entries, ushort id)
    {
        foreach (var entry in entries)
        {
            if (entry.EventId == id)
                return new S7StopCause(id, entry.Time);
        }
        return null;
    }

    // By switch, programmer or memory reset, by another CPU, and what the system stops for.
    private static bool IsStop(ushort id) =>
        id is 0x4303 or 0x4304 or 0x4307 or 0x4308 or 0x4309 or 0x430D or 0x430F or (>= 0x4500 and <= 0x45FF) or (>= 0x4900 and <= 0x49FF);

    // Starts of the CPU and requests for them.
    private static bool IsStart(ushort id) => id is 0x4301 or 0x4302 or (>= 0x1381 and <= 0x138B);
}
