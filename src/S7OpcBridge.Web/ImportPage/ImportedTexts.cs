using S7OpcBridge.Import;
using S7OpcBridge.Map;

namespace S7OpcBridge.Web.ImportPage;

/// <summary>What the ticked tags make of the files of the map, made once for each change of them or of the files. Any thread.</summary>
/// <param name="wish">The map.</param>
/// <param name="take">Gives the ticked tags with the number of the last change.</param>
internal sealed class ImportedTexts(ImportBrowseOptions wish, Func<(int Change, ChosenTags Tags)> take)
{
    private readonly Lock _gate = new();
    private TickedMap? _last;

    /// <summary>The present state.</summary>
    public TickedMap Now()
    {
        lock (_gate)
        {
            var (change, tags) = take();
            if (_last is { } last && last.Change == change && last.Seen.All(static file => FileStamp.Read(file.Key) == file.Value))
                return last;
            return _last = Make(change, tags);
        }
    }

    private TickedMap Make(int change, ChosenTags tags)
    {
        if (tags.Count == 0)
            return new TickedMap(change, null, [], "Nothing is ticked, so no map is written.", new Dictionary<string, FileStamp>());
        var result = tags.Write(Path.GetFileName(wish.Path));
        var folder = Path.GetDirectoryName(Path.GetFullPath(wish.Path))!;
        var seen = result.Files.Select(file => Path.Combine(folder, file.Name)).ToDictionary(static file => file, FileStamp.Read);
        using var errors = new StringWriter();
        try
        {
            var texts = new ImportTarget(wish.Path, TextWriter.Null, errors).Look(result, wish.MayOverwrite);
            return new TickedMap(change, result, texts ?? [], texts is null ? errors.ToString().Trim() : null, seen);
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            return new TickedMap(change, result, [], fault.Message, seen);
        }
    }
}

/// <summary>What the ticked tags make.</summary>
/// <param name="Change">The change up to which it counts.</param>
/// <param name="Result">The map of them alone; null: nothing is ticked.</param>
/// <param name="Texts">The texts of the files, with what people changed in them since the last import.</param>
/// <param name="WhyNot">Why it cannot be written, as a sentence; null: it can.</param>
/// <param name="Seen">The state of the files on disk.</param>
internal sealed record TickedMap(
    int Change,
    ImportResult? Result,
    IReadOnlyList<KeyValuePair<string, string>> Texts,
    string? WhyNot,
    IReadOnlyDictionary<string, FileStamp> Seen
);
