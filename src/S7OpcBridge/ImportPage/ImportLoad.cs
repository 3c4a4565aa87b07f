using S7OpcBridge.Import;
using S7OpcBridge.Map;

namespace S7OpcBridge;

/// <summary>Plans chosen tags as <c>plan</c> would plan the map that is written of them.</summary>
internal static class ImportLoad
{
    private const int MostErrors = 5;

    /// <summary>An address for documentation (RFC 5737), in place of one that is left open. Nothing is connected to.</summary>
    public const string AnyHost = "192.0.2.1";

    /// <summary>Plans them; takes about as long as import, validate and plan together.</summary>
    public static LoadAnswer Of(ChosenTags chosen, int change)
    {
        if (chosen.Count == 0)
            return new LoadAnswer(change, 0, [], []);
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-import-").FullName;
        try
        {
            foreach (var (name, text) in chosen.WriteWithHost("map.yaml", AnyHost).Files)
                File.WriteAllText(Path.Combine(folder, name), text);
            var findings = new FindingList();
            var map = MapLoader.Load(Path.Combine(folder, "map.yaml"), findings);
            string[] errors = [.. findings.Sorted.Where(finding => finding.IsError).Take(MostErrors).Select(finding => finding.Message)];
            return new LoadAnswer(change, chosen.Count, map is null ? [] : [.. PlanReport.Of(map, pduSize: null, maxItems: null).Plcs.Select(Of)], errors);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static PlcLoad Of(PlcPlan plan)
    {
        var ceiling = plan.Plc.Load;
        double? mostRequests = ceiling.RequestsPerSecond > 0 ? ceiling.RequestsPerSecond : null;
        double? busy = plan.Plc.IsS7Plus ? null : plan.BusyShare;
        double? mostBusy = ceiling.Busy < 1 ? ceiling.Busy : null;
        double?[] shares = [plan.RequestsPerSecond / mostRequests, busy / mostBusy];
        return new PlcLoad(
            plan.Plc.Name,
            plan.Plc.IsS7Plus ? $"{plan.Profile}, by symbol" : $"{plan.Profile}, PDU {plan.PduSize} bytes",
            Rounded(plan.RequestsPerSecond),
            mostRequests,
            busy,
            mostBusy,
            shares.Max(),
            [
                .. plan.Scans.Select(scan => new ScanLoad(
                    scan.Scan.Name, scan.Scan.Interval.TotalMilliseconds, scan.Tags, scan.Plan.Requests.Length,
                    Rounded(scan.Plan.Requests.Length / scan.Scan.Interval.TotalSeconds), scan.Bytes, PlanWarnings.CycleTime(plan, scan).TotalMilliseconds)),
                .. plan.SymbolScans.Select(scan => new ScanLoad(
                    scan.Scan.Name, scan.Scan.Interval.TotalMilliseconds, scan.Symbols.Length, scan.Requests,
                    Rounded(scan.Requests / scan.Scan.Interval.TotalSeconds), Bytes: null, CycleMs: null)),
            ],
            [.. PlanWarnings.Of(plan)]);
    }

    private static double Rounded(double number) => Math.Round(number, 2);
}
