using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.Core.SessionState;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Lanes;

/// <summary>
/// Detects that the PLC refuses every read, which is a state of the PLC and no fault of a tag, and probes once every 10 s until reads work again.
/// </summary>
internal sealed class PlcCondition(PlcContext context, SessionParts parts)
{
    private static readonly long Pause = TimeSpan.FromSeconds(10).Ticks;

    private int _turn;

    public bool Holds { get; private set; }

    /// <summary>Monotonic ticks of the next probe; long.MaxValue while the PLC answers.</summary>
    public long Due { get; private set; } = long.MaxValue;

    public bool IsDue(long now) => now >= Due;

    /// <summary>Returns true where this cycle and a confirming read of a single tag show that the PLC refuses everything.</summary>
    public async ValueTask<bool> BeginsAsync(ScanClass scan, PlcLink link, CancellationToken cancellationToken)
    {
        if (Holds)
            return true;
        if (
            scan.Cycle.Answered > 0
            || scan.Cycle.RefusedJobs.Count == 0
            || !scan.Cycle.RefusedJobs.TrueForAll(static job => job.Refusal.IsAboutPlc)
        )
            return false;
        if (await ProbeAsync(link, cancellationToken).ConfigureAwait(false) is not { } refusal)
            return false;
        Holds = true;
        context.StatusStore.RefusesAll(refusal.Code);
        Due = context.Time.Ticks() + Pause;
        var sentence =
            $"{context.Plc.Name} ({context.Plc.Connection.Host}) refuses every read ({refusal.Code:X4}): {refusal.Remedy}. The bridge asks again "
            + "every 10 s.";
        context.StatusStore.Error(sentence);
        PlcLog.ConditionBegins(context.Log, sentence);
        return true;
    }

    /// <summary>Probes. Returns true where the PLC answers again.</summary>
    public async ValueTask<bool> IsLiftedAsync(PlcLink link, long now, CancellationToken cancellationToken)
    {
        Due = now + Pause;
        if (await ProbeAsync(link, cancellationToken).ConfigureAwait(false) is not null)
            return false;
        (Holds, Due) = (false, long.MaxValue);
        context.StatusStore.RefusesAll(0);
        PlcLog.ConditionLifted(context.Log, context.Plc.Name);
        return true;
    }

    // Uses another tag for each probe, because one tag may be refused for a reason of its own.
    private async ValueTask<Refusal?> ProbeAsync(PlcLink link, CancellationToken cancellationToken)
    {
        if (NextWithTags() is not { } scan)
            return null;
        var refusal = await link.TryReadAsync(scan.Own[_turn % scan.Own.Length], cancellationToken).ConfigureAwait(false);
        return refusal is { IsAboutPlc: true } ? refusal : null;
    }

    private ScanClass? NextWithTags()
    {
        var classes = parts.Classes;
        for (var tried = 0; tried < classes.Length; tried++)
        {
            if (classes[++_turn % classes.Length] is { Span.Count: > 0 } scan)
                return scan;
        }
        return null;
    }
}
