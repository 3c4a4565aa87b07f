using S7OpcBridge.Map;

namespace S7OpcBridge.Web.Maps;

/// <summary>Finds what somebody else changed in a file after a browser had got it.</summary>
internal sealed class MapConflicts(MapCommands map, OpenedMap opened)
{
    /// <summary>The changed files that are no longer as the browser saw them.</summary>
    /// <param name="bases">The versions that it saw.</param>
    /// <param name="changes">The files with its changes, made of those on disk.</param>
    public IReadOnlyList<ConflictRow> Find(IReadOnlyDictionary<string, string?>? bases, IEnumerable<EditedFile> changes) =>
        [
            .. changes
                .Where(file => bases is not null && bases.TryGetValue(file.File, out var seen) && seen != file.Base)
                .Select(file => Describe(file.File, bases![file.File], file.Base)),
        ];

    /// <summary>A conflict with what the other changed, where that is still known.</summary>
    /// <param name="seen">The version that the browser had; null: there was no such file.</param>
    /// <param name="present">The version on disk; null: there is no such file any more.</param>
    public ConflictRow Describe(string file, string? seen, string? present)
    {
        var before = seen is null ? "" : opened.PastText(file, seen) ?? map.KeptText(file, seen);
        var now = present is null ? "" : opened.Open().OriginalOf(file)?.Text;
        var author = map.Versions.List(file).FirstOrDefault(kept => kept.Id == present)?.Author;
        return new ConflictRow(
            file,
            seen,
            present,
            string.IsNullOrEmpty(author) ? null : author,
            before is null || now is null ? [] : FileDiff.Between(file, seen, before, now).Lines
        );
    }
}
