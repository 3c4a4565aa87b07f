using S7OpcBridge.Core;
using S7OpcBridge.Import;
using S7OpcBridge.Map;
using S7OpcBridge.Planning;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Plans chosen tags as <c>plan</c> would plan the map that is written of them.</summary>
internal static class ImportLoad
{
    private const int MostErrors = 5;

    /// <summary>Plans them; takes about as long as import, validate and plan together.</summary>
    public static LoadAnswer Compute(ChosenTags chosen, int change)
    {
        if (chosen.Count == 0)
            return new LoadAnswer(change, 0, [], []);
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-import-").FullName;
        try
        {
            foreach (var (name, text) in chosen.Write("map.yaml").Files)
                File.WriteAllText(Path.Combine(folder, name), text);
            var findings = new FindingList { TakesOpenHosts = true };
            var map = MapLoader.Load(Path.Combine(folder, "map.yaml"), findings);
            string[] errors = [.. findings.Sorted.Where(finding => finding.IsError).Take(MostErrors).Select(finding => finding.Message)];
            return new LoadAnswer(
                change,
                chosen.Count,
                map is null ? [] : [.. PlanReport.For(map, pduSize: null, maxItems: null).Plcs.Select(ToLoad)],
                errors
            );
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static PlcLoad ToLoad(PlcPlan plan)
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
                .. plan.Scans.Select(scan =>
                    ToScan(scan.Scan, scan.Tags, scan.Plan.Requests.Length, plan.CycleTime(scan) / scan.Scan.Interval)
                ),
                .. plan.SymbolScans.Select(scan => ToScan(scan.Scan, scan.Symbols.Length, scan.Requests, busy: null)),
            ],
            [.. PlanWarnings.ListFor(plan)]
        );

        ScanLoad ToScan(ScanGroup scan, int tags, int requests, double? busy)
        {
            var rate = requests / scan.Interval.TotalSeconds;
            return new ScanLoad(scan.Name, scan.Interval.TotalMilliseconds, tags, requests, Rounded(rate), ShareOf(rate, busy));
        }

        // The ceiling that is reached first counts.
        double? ShareOf(double rate, double? busy) => new[] { rate / mostRequests, busy / mostBusy }.Max();
    }

    private static double Rounded(double number) => Math.Round(number, 2);
}
