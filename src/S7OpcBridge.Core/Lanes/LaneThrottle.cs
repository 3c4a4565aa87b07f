using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.Core.SessionState;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Lanes;

/// <summary>
/// By how much a PLC is read more slowly than the map says: notes how long cycles take, goes faster again when that may be, and shows it. Belongs to the read
/// lane.
/// </summary>
internal sealed class LaneThrottle(PlcContext context, SessionParts parts)
{
    /// <summary>A connection was made.</summary>
    public void Begin()
    {
        context.Pace.Begun(context.Time.Ticks());
        Show();
    }

    /// <summary>Goes faster again where it is time, or somebody asked for it.</summary>
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

    /// <summary>A whole cycle of a class was read.</summary>
    /// <param name="scan">The class.</param>
    /// <param name="now">Steady ticks.</param>
    /// <param name="overruns">Deadlines that it missed.</param>
    public void Note(ScanClass scan, long now, long overruns)
    {
        if (scan.Clock.Interval <= 0 || !scan.Pace.Note(now, scan.Clock.Interval, overruns, now - scan.Cycle.Began))
            return;
        PlcLog.Paced(context, scan.Group, new TimeSpan(scan.Clock.Interval), new TimeSpan(scan.WantedInterval));
        Show();
    }

    // The PLC as a whole is as much slower as its least slowed class.
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
}
