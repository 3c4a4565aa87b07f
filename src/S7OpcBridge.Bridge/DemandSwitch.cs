using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>
/// Reports to the acquisition which scan classes have listeners, and the shortest interval that they need, so that demand classes are polled only then and no
/// faster.
/// </summary>
internal sealed class DemandSwitch(Acquisition acquisition, VariableTable table)
{
    private readonly Dictionary<int, TimeSpan> _reported = [];
    private readonly Lock _gate = new();

    /// <summary>Reports the present demand for a group of the table; see <see cref="VariableTable.DemandChanged"/>.</summary>
    public void Report(int group)
    {
        var groups = acquisition.Map.ScanGroups;
        if (group >= groups.Length)
            return;
        // Two changes may arrive in either order; reading the table inside the lock makes the last state win.
        lock (_gate)
        {
            var (before, now) = (_reported.TryGetValue(group, out var reported) ? reported : (TimeSpan?)null, table.DemandOf(group));
            if (now == before)
                return;
            // The new listener is added first, so that a class that changes its rate always has one.
            if (now is { } wanted)
                acquisition.Listen(group, wanted);
            if (before is { } old)
                acquisition.Unlisten(group, old);
            if (now is { } last)
                _reported[group] = last;
            else
                _reported.Remove(group);
        }
    }
}
