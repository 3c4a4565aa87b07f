using S7OpcBridge.Core;
using S7OpcBridge.Planning;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Compares read plans with the load ceilings of their PLCs, for pages.</summary>
internal static class PlcLoads
{
    /// <summary>The load of a plan.</summary>
    public static PlcLoad Of(PlcPlan plan)
    {
        var ceiling = plan.Plc.Load;
        double? mostRequests = ceiling.RequestsPerSecond > 0 ? ceiling.RequestsPerSecond : null;
        double? busy = plan.Plc.IsS7Plus ? null : plan.BusyShare;
        double? mostBusy = ceiling.Busy < 1 ? ceiling.Busy : null;
        return new PlcLoad(
            plan.Plc.Name,
            plan.Plc.IsS7Plus ? $"{plan.Profile}, by symbol" : $"{plan.Profile}, PDU {plan.PduSize} bytes",
            Rounded(plan.RequestsPerSecond),
            mostRequests,
            busy,
            mostBusy,
            ShareOf(plan.RequestsPerSecond, busy),
            [
                .. plan.Scans.Select(scan => ToScan(scan.Scan, scan.Tags, scan.Plan.Requests.Length, plan.CycleTime(scan))),
                .. plan.SymbolScans.Select(scan => ToScan(scan.Scan, scan.Symbols.Length, scan.Requests, cycle: null)),
            ],
            [.. PlanWarnings.ListFor(plan)]
        );

        ScanLoad ToScan(ScanGroup scan, int tags, int requests, TimeSpan? cycle)
        {
            var rate = requests / scan.Interval.TotalSeconds;
            return new ScanLoad(
                scan.Name,
                scan.Interval.TotalMilliseconds,
                tags,
                requests,
                Rounded(rate),
                ShareOf(rate, cycle / scan.Interval),
                cycle?.TotalMilliseconds
            );
        }

        // The ceiling that is reached first counts.
        double? ShareOf(double rate, double? busy) => new[] { rate / mostRequests, busy / mostBusy }.Max();
    }

    private static double Rounded(double number) => Math.Round(number, 2);
}
