using S7OpcBridge.Core;

namespace S7OpcBridge.Web.Metrics;

/// <summary>Goes through the PLCs and scan classes that metrics tell of.</summary>
internal static class MetricSubjects
{
    /// <summary>Calls an action for each existing PLC.</summary>
    public static void EachPlc(this BridgeView view, Action<PlcDefinition, PlcStatus> action)
    {
        foreach (var plc in view.Plcs.Map().Plcs)
        {
            if (!plc.IsGone)
                action(plc, view.Plcs.StatusOf(plc.Index));
        }
    }

    /// <summary>Calls an action for each running scan class.</summary>
    public static void EachScan(this BridgeView view, Action<ScanGroup, ScanStatus, Labels> action)
    {
        var map = view.Plcs.Map();
        foreach (var group in map.ScanGroups)
        {
            if (group.IsGone)
                continue;
            // Matched by name, because the session may already have other classes during a reload.
            foreach (var scan in view.Plcs.StatusOf(group.Plc).Scans)
            {
                if (scan.Scan == group.Name)
                    action(group, scan, Labels.Scan(map.Plcs[group.Plc].Name, group.Name));
            }
        }
    }
}
