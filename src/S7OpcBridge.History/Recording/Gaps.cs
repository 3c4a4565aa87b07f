using System.Collections.Concurrent;
using S7OpcBridge.History.Journal;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Recording;

/// <summary>Gaps that no marker stands for yet: one marker for each PLC, which readers find in all its series.</summary>
internal sealed class Gaps(SeriesTable table)
{
    private const int Most = 100_000;
    private readonly ConcurrentQueue<(PlcHistoryState Plc, long From)> _marks = new();

    /// <summary>Values of a PLC are missing from a time on.</summary>
    public void Mark(PlcHistoryState plc, long from)
    {
        if (_marks.Count < Most)
            _marks.Enqueue((plc, from));
        else
            plc.Refuse(from);
    }

    /// <summary>The markers that are due.</summary>
    public List<Recorded> DequeueDue(long now)
    {
        var due = new List<Recorded>();
        while (_marks.TryDequeue(out var mark))
            due.Add(Marker(mark.Plc, mark.From, now));
        foreach (var plc in table.Plcs())
        {
            if (plc.TakeRefused() is { } from)
                due.Add(Marker(plc, from, now));
        }

        return due;
    }

    /// <summary>The markers could not be written: the earliest of each PLC stays due, and covers the others.</summary>
    public void TakeBack(List<Recorded> markers)
    {
        var byGaps = table.Plcs().Where(plc => plc.Gaps != 0).ToDictionary(plc => plc.Gaps);
        foreach (var marker in markers)
            byGaps[marker.Series].Refuse(marker.Time);
    }

    private Recorded Marker(PlcHistoryState plc, long from, long now)
    {
        if (plc.Gaps == 0)
            plc.Gaps = table.Get(SeriesTable.GapsPrefix + plc.Name, "", now).Row.Id;
        return new(plc.Gaps, 0, StatusCodes.BadDataLost, from, 0, null);
    }
}
