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
        foreach (var file in changes)
        {
            if (file.Base is null && findings.CodePages.Find(file.File) is { } page && page.GetString(file.Bytes.Span) != file.Text)
                findings.Error(
                    new SourceLocation(new SourceFile(file.File), 1, 1),
                    $"a new file is written as UTF-8, and the map names the code page {page.WebName} for it; leave 'encoding' out"
                );
        }
        if (findings.HasErrors)
            loaded = null;
        return new CandidateLoad(loaded, loaded is null ? findings.Sorted : [.. findings.Sorted, .. map.Examine(loaded)]);
    }
}
