using System.Globalization;
using S7OpcBridge.Core;
using S7OpcBridge.Map;

namespace S7OpcBridge.Planning;

/// <summary>Warns where a plan exceeds what the CPU can do.</summary>
internal static class PlanWarnings
{
    /// <summary>One sentence per problem.</summary>
    public static IEnumerable<string> ListFor(PlcPlan plc)
    {
        var ceiling = plc.Plc.Load.RequestsPerSecond;
        if (ceiling > 0 && plc.RequestsPerSecond > ceiling)
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"'{plc.Plc.Name}' would be asked {plc.RequestsPerSecond:0.#} times a second, and its load ceiling is {ceiling:0.#}: cycles will take longer; "
                    + $"scan slower, or raise 'load'"
            );
        if (plc.Plc.Load.Busy < 1 && plc.BusyShare > plc.Plc.Load.Busy)
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"'{plc.Plc.Name}' would be busy with answers for about {plc.BusyShare * 100:0}% of the time, and its load ceiling is "
                    + $"{plc.Plc.Load.Busy * 100:0}%: cycles will take longer; scan slower, or raise 'busy' under 'load'"
            );
        foreach (var scan in plc.Scans)
        {
            if (scan.Scan.Mode == ScanMode.AtRate && plc.CycleTime(scan) is var cycle && cycle > scan.Scan.Interval)
                yield return $"a cycle of '{scan.Scan.Name}' on '{plc.Plc.Name}' takes about {Durations.Format(cycle)}, longer than its interval of "
                    + $"{Durations.Format(scan.Scan.Interval)}: cycles will be skipped; scan slower, or move tags to another class";
        }
        foreach (var snapshot in plc.Scans.SelectMany(s => s.Plan.Snapshots).Where(s => !TagRanges.IsStructure(s.Group)))
        {
            if (!snapshot.OneRequest)
                yield return $"the snapshot '{plc.Snapshots[snapshot.Group]}' on '{plc.Plc.Name}' does not fit into one request of PDU {plc.PduSize}: its "
                    + "tags can come from different moments; make it smaller";
            else if (!snapshot.OneItem)
                yield return $"the snapshot '{plc.Snapshots[snapshot.Group]}' on '{plc.Plc.Name}' comes from one request but several items, and the CPU may "
                    + $"change values between them; move its tags together, within {plc.Plc.ConsistentBytes} bytes";
        }
        foreach (var scan in plc.Scans.Where(s => s.Plan.Slots.Any(slot => slot.MayTear)))
            yield return $"the scan class '{scan.Scan.Name}' on '{plc.Plc.Name}' has tags longer than a PDU: their parts need not come from the same CPU cycle";
    }
}
