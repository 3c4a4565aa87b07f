using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.Core.SessionState;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Lanes;

/// <summary>
/// Applies the throttles of the PLC and of its scan classes: records how long cycles take, restores faster intervals when allowed, and reports the factor in
/// the status. Belongs to the read lane.
/// </summary>
internal sealed class LaneThrottle(PlcContext context, SessionParts parts)
{
    /// <summary>Called when a connection was made.</summary>
    public void Begin()
    {
        context.Pace.Begun(context.Time.Ticks());
        Show();
    }

    /// <summary>Restores faster intervals where enough time has passed or where this was requested.</summary>
    public void Tend(long now)
    {
        var restored = context.Pace.TakeRestore();
        if (!restored && !context.Pace.Rested(now))
            return;
        if (restored)
            Array.ForEach(parts.Classes, static scan => scan.Pace.Reset());
        PlcLog.Promoted(context);
        Show();
    }

    /// <summary>Called when a whole cycle of a class was read.</summary>
    /// <param name="scan">The class.</param>
    /// <param name="now">Monotonic time in ticks.</param>
    /// <param name="overruns">Deadlines that the cycle missed.</param>
    public void Note(ScanClass scan, long now, long overruns)
    {
        if (scan.Clock.Interval <= 0 || !scan.Pace.Note(now, scan.Clock.Interval, overruns, now - scan.Cycle.Began))
            return;
        PlcLog.Paced(context, scan.Group, new TimeSpan(scan.Clock.Interval), new TimeSpan(scan.WantedInterval));
        Show();
    }

    // The factor of the whole PLC is that of its least slowed class.
    private void Show()
    {
        var least = int.MaxValue;
        foreach (var scan in parts.Classes)
        {
            if (scan.Group.Mode == ScanMode.AtRate)
                least = Math.Min(least, scan.Pace.Factor);
        }
        context.StatusStore.SlowedBy(context.Pace.Factor * (least == int.MaxValue ? 1 : least));
    }

    /// <summary>Logs that the classes want more requests per second than the load ceiling allows.</summary>
    public void WarnOfCeiling(double wanted)
    {
        if (context.Plc.Load.RequestsPerSecond is > 0 and var ceiling && wanted > ceiling)
            PlcLog.Stretched(context.Log, context.Plc.Name, wanted, ceiling);
    }
}
