using S7OpcBridge.Map;

namespace S7OpcBridge.Web.Maps;

/// <summary>A candidate, loaded as a reload would load it after saving.</summary>
/// <param name="Loaded">The map; null: it has errors, or a change was refused.</param>
/// <param name="Findings">What is wrong with it.</param>
internal sealed record CandidateLoad(BridgeMap? Loaded, IReadOnlyList<Finding> Findings)
{
    /// <summary>Loads texts over the files on disk. Takes seconds for a large map.</summary>
    public static CandidateLoad Load(MapCommands map, MapFiles files, IEnumerable<EditedFile> changes)
    {
        var findings = new FindingList
        {
            TakesOpenHosts = map.TakesOpenHosts,
            Overlay = new MapOverlay(changes.Select(static file => KeyValuePair.Create(file.File, file.Bytes)), files.Readable()),
        };
        var loaded = map.Load(findings);
        return new CandidateLoad(loaded, loaded is null ? findings.Sorted : [.. findings.Sorted, .. map.Examine(loaded)]);
    }
}
