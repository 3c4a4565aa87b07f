using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Server;

/// <summary>Tells the acquisition which scan classes somebody listens to, so that demand classes are polled only then.</summary>
internal sealed class DemandSwitch
{
    private readonly Acquisition _acquisition;
    private readonly VariableTable _table;
    private readonly bool[] _listened;
    private readonly Lock _gate = new();

    public DemandSwitch(Acquisition acquisition, VariableTable table)
    {
        _acquisition = acquisition;
        _table = table;
        _listened = new bool[acquisition.Map.ScanGroups.Length];
        table.DemandChanged += Change;
    }

    private void Change(int group)
    {
        if (group >= _listened.Length)
            return;
        // Two changes may arrive in either order: the count is asked anew inside the gate, so the last word is right.
        lock (_gate)
        {
            var listened = _table.ListenersOf(group) > 0;
            if (listened == _listened[group])
                return;
            _listened[group] = listened;
            var interval = _acquisition.Map.ScanGroups[group].Interval;
            if (listened)
                _acquisition.Listen(group, interval);
            else
                _acquisition.Unlisten(group, interval);
        }
    }
}
