using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>The PLC refuses everything (8104: PUT/GET not permitted, or the protection level): not a tag's fault but a condition of the PLC. One probe every 10 s until it is lifted.</summary>
internal sealed class PlcCondition(PlcSite site, SessionParts parts)
{
    private const ushort NotAvailable = 0x8104, NotPermitted = 0xD241;
    private static readonly long Pause = TimeSpan.FromSeconds(10).Ticks;

    private int _turn;

    public bool Holds { get; private set; }

    /// <summary>Steady ticks of the next probe; never, while the condition does not hold.</summary>
    public long Due { get; private set; } = long.MaxValue;

    public bool IsDue(long now) => now >= Due;

    /// <summary>True: this cycle shows, and a single tag confirms, that the PLC refuses everything.</summary>
    public async ValueTask<bool> BeginsAsync(ScanClass scan, S7Connection connection, CancellationToken cancellationToken)
    {
        if (Holds)
            return true;
        if (scan.Cycle.Answered > 0 || scan.Cycle.RefusedJobs.Count == 0 || !scan.Cycle.RefusedJobs.TrueForAll(static job => IsCondition(job.Error)))
            return false;
        if (await ProbeAsync(connection, cancellationToken).ConfigureAwait(false) is not { } error)
            return false;
        Holds = true;
        site.Board.RefusesAll(error.Code);
        Due = site.Time.Ticks() + Pause;
        var sentence = $"{site.Plc.Name} ({site.Plc.Connection.Host}) refuses every read ({error.Code:X4}): {Refusal.PutGetFix}. The bridge asks again every 10 s.";
        site.Board.Error(sentence);
        PlcLog.ConditionBegins(site.Log, sentence);
        return true;
    }

    /// <summary>Probes; true: the PLC answers again.</summary>
    public async ValueTask<bool> IsLiftedAsync(S7Connection connection, long now, CancellationToken cancellationToken)
    {
        Due = now + Pause;
        if (await ProbeAsync(connection, cancellationToken).ConfigureAwait(false) is not null)
            return false;
        (Holds, Due) = (false, long.MaxValue);
        site.Board.RefusesAll(0);
        PlcLog.ConditionLifted(site.Log, site.Plc.Name);
        return true;
    }

    // Another tag each time: the one asked may be refused for a reason of its own.
    private async ValueTask<S7RefusedException?> ProbeAsync(S7Connection connection, CancellationToken cancellationToken)
    {
        if (NextWithTags() is not { } scan)
            return null;
        var range = scan.Own[_turn % scan.Own.Length].Range;
        try
        {
            parts.Ceiling.Charge();
            await connection.ReadAsync(new S7ReadJob([range with { Length = Math.Min(range.Length, 2) }]), cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (S7RefusedException e) when (IsCondition(e))
        {
            return e;
        }
        catch (S7RefusedException)
        {
            return null;
        }
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

    private static bool IsCondition(S7RefusedException error) => error.Code is NotAvailable or NotPermitted;
}
