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
                map is null ? [] : [.. PlanReport.For(map, pduSize: null, maxItems: null).Plcs.Select(PlcLoads.Of)],
                errors
            );
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
