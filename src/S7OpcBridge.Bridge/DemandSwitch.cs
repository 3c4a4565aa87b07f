using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>
/// Reports to the acquisition which scan classes have listeners, and the shortest interval that they need, so that demand classes are polled only then and no
/// faster.
/// </summary>
internal sealed class DemandSwitch
{
    private readonly Acquisition _acquisition;
    private readonly VariableTable _table;
    private readonly Dictionary<int, TimeSpan> _reported = [];
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
        // Two changes may arrive in either order; reading the table inside the lock makes the last state win.
        lock (_gate)
        {
            var (before, now) = (_reported.TryGetValue(group, out var reported) ? reported : (TimeSpan?)null, _table.DemandOf(group));
            if (now == before)
                return;
            // The new listener is added first, so that a class that changes its rate always has one.
            if (now is { } wanted)
                _acquisition.Listen(group, wanted);
            if (before is { } old)
                _acquisition.Unlisten(group, old);
            if (now is { } last)
                _reported[group] = last;
            else
                _reported.Remove(group);
        }
    }
}
