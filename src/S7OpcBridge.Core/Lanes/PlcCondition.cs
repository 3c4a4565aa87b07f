using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.Core.SessionState;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Lanes;

/// <summary>The PLC refuses everything: a condition of the PLC and not the fault of a tag. One probe every 10 s until it is lifted.</summary>
internal sealed class PlcCondition(PlcContext context, SessionParts parts)
{
    private static readonly long Pause = TimeSpan.FromSeconds(10).Ticks;

    private int _turn;

    public bool Holds { get; private set; }

    /// <summary>Steady ticks of the next probe; never, while the condition does not hold.</summary>
    public long Due { get; private set; } = long.MaxValue;

    public bool IsDue(long now) => now >= Due;

    /// <summary>True: this cycle shows, and a single tag confirms, that the PLC refuses everything.</summary>
    public async ValueTask<bool> BeginsAsync(ScanClass scan, PlcLink link, CancellationToken cancellationToken)
    {
        if (Holds)
            return true;
        if (scan.Cycle.Answered > 0 || scan.Cycle.RefusedJobs.Count == 0 || !scan.Cycle.RefusedJobs.TrueForAll(static job => job.Refusal.IsAboutPlc))
            return false;
        if (await ProbeAsync(link, cancellationToken).ConfigureAwait(false) is not { } refusal)
            return false;
        Holds = true;
        context.StatusStore.RefusesAll(refusal.Code);
        Due = context.Time.Ticks() + Pause;
        var sentence = $"{context.Plc.Name} ({context.Plc.Connection.Host}) refuses every read ({refusal.Code:X4}): {refusal.Remedy}. The bridge asks again every 10 s.";
        context.StatusStore.Error(sentence);
        PlcLog.ConditionBegins(context.Log, sentence);
        return true;
    }

    /// <summary>Probes; true: the PLC answers again.</summary>
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

    // Another tag each time: the one asked may be refused for a reason of its own.
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
