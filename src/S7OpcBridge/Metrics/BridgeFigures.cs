using S7OpcBridge.Bridge;
using S7OpcBridge.Clustering;
using S7OpcBridge.Core;
using S7OpcBridge.History;
using S7OpcBridge.Identity;

namespace S7OpcBridge.Metrics;

/// <summary>The source of all metrics: the counters of the running bridge, also shown by the _Status nodes.</summary>
/// <param name="Acquisition">The PLC connections.</param>
/// <param name="Server">The OPC UA server.</param>
internal sealed record BridgeFigures(Acquisition Acquisition, BridgeServer Server, TimeProvider Time)
{
    /// <summary>Returns the certificates presented and trusted.</summary>
    public Func<IReadOnlyList<KnownCertificate>> Certificates { get; init; } = static () => [];

    /// <summary>Returns the cluster as this node sees it; null: there is none.</summary>
    public Func<ClusterState?> Cluster { get; init; } = static () => null;

    /// <summary>Returns the figures of the history; null: there is none.</summary>
    public Func<HistoryFigures?> History { get; init; } = static () => null;

    /// <summary>When the bridge was started.</summary>
    public DateTimeOffset Started { get; } = Time.GetUtcNow();

    /// <summary>Calls an action for each existing PLC.</summary>
    public void EachPlc(Action<PlcDefinition, PlcStatus> action)
    {
        foreach (var plc in Acquisition.Map.Plcs)
        {
            if (!plc.IsGone)
                action(plc, Acquisition.StatusOf(plc.Index));
        }
    }

    /// <summary>Calls an action for each running scan class.</summary>
    public void EachScan(Action<ScanGroup, ScanStatus, Labels> action)
    {
        var map = Acquisition.Map;
        foreach (var group in map.ScanGroups)
        {
            if (group.IsGone)
                continue;
            // Matched by name, because the session may already have other classes during a reload.
            foreach (var scan in Acquisition.StatusOf(group.Plc).Scans)
            {
                if (scan.Scan == group.Name)
                    action(group, scan, Labels.Scan(map.Plcs[group.Plc].Name, group.Name));
            }
        }
    }
}
