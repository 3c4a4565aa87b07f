using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>
/// Tells the acquisition which scan classes somebody listens to and how often the most eager listener wants news, so that demand classes are polled only then
/// and no faster than that.
/// </summary>
internal sealed class DemandSwitch
{
    private readonly Acquisition _acquisition;
    private readonly VariableTable _table;
    private readonly Dictionary<int, TimeSpan> _told = [];
    private readonly Lock _gate = new();

    public DemandSwitch(Acquisition acquisition, VariableTable table)
    {
        _acquisition = acquisition;
        _table = table;
        table.DemandChanged += Change;
    }

    private void Change(int group)
    {
        var groups = _acquisition.Map.ScanGroups;
        if (group >= groups.Length)
            return;
        // Two changes may arrive in either order: the table is asked anew inside the gate, so the last word is right.
        lock (_gate)
        {
            var (before, now) = (_told.TryGetValue(group, out var told) ? told : (TimeSpan?)null, _table.DemandOf(group));
            if (now == before)
                return;
            // The new one first: a class that changes its rate is never without a listener.
            if (now is { } wanted)
                _acquisition.Listen(group, wanted);
            if (before is { } old)
                _acquisition.Unlisten(group, old);
            if (now is { } last)
                _told[group] = last;
            else
                _told.Remove(group);
        }
    }
}
