using S7OpcBridge.Bridge;
using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>Where all figures come from: the counters of the running bridge, the same that the _Status nodes show.</summary>
/// <param name="Acquisition">The PLCs.</param>
/// <param name="Server">The clients.</param>
/// <param name="Time">The clock.</param>
internal sealed record BridgeFigures(Acquisition Acquisition, BridgeServer Server, TimeProvider Time)
{
    /// <summary>The certificates that are shown and trusted.</summary>
    public Func<IReadOnlyList<KnownCertificate>> Certificates { get; init; } = static () => [];

    /// <summary>When the bridge was started.</summary>
    public DateTimeOffset Started { get; } = Time.GetUtcNow();

    /// <summary>Calls something with each PLC that is there.</summary>
    public void EachPlc(Action<PlcDefinition, PlcStatus> action)
    {
        foreach (var plc in Acquisition.Map.Plcs)
        {
            if (!plc.IsGone)
                action(plc, Acquisition.StatusOf(plc.Index));
        }
    }

    /// <summary>Calls something with each scan class that is there and at work.</summary>
    public void EachScan(Action<ScanGroup, ScanStatus, Labels> action)
    {
        var map = Acquisition.Map;
        foreach (var group in map.ScanGroups)
        {
            if (group.IsGone)
                continue;
            // By name: while a reload is under way the session may have other classes already.
            foreach (var scan in Acquisition.StatusOf(group.Plc).Scans)
            {
                if (scan.Scan == group.Name)
                    action(group, scan, Labels.Scan(map.Plcs[group.Plc].Name, group.Name));
            }
        }
    }
}
