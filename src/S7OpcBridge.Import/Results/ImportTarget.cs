using S7OpcBridge.Map;
using S7OpcBridge.Words;

namespace S7OpcBridge.Import;

/// <summary>Writes the files of an import. Into an existing map only the changes of the sources are merged, and only with <c>--write</c>.</summary>
/// <param name="path">The map.</param>
/// <param name="output">Receives results.</param>
/// <param name="error">Receives errors and conflicts.</param>
public sealed class ImportTarget(string path, TextWriter output, TextWriter error)
{
    private string Folder => Path.GetDirectoryName(Path.GetFullPath(path))!;

    /// <summary>True where all was written and is a map without errors, or was shown.</summary>
    public bool Write(ImportResult result, bool write)
    {
        var isNew = !File.Exists(path);
        var isGood = true;
        if (result.Plcs == 0)
            return result.Files.All(file =>
                File.Exists(Path.Combine(Folder, file.Name)) ? Merge(file.Name, file.Text, write) : WriteNew(file.Name, file.Text)
            );
        if (isNew && !MayOverwrite(result, write))
            return false;
        foreach (var (name, text) in result.Files)
            isGood &= isNew ? WriteNew(name, text) : Merge(name, text, write);
        return isGood && (!isNew && !write || Holds());
    }

    /// <summary>The texts that the files would have, by their names in findings; null: it must not be written, and the errors say why.</summary>
    public IReadOnlyList<KeyValuePair<string, string>>? Look(ImportResult result, bool mayOverwrite)
    {
        var isNew = !File.Exists(path);
        if (isNew && !MayOverwrite(result, mayOverwrite))
            return null;
        var texts = new List<KeyValuePair<string, string>>();
        foreach (var (name, text) in result.Files)
        {
            var merged = isNew || !File.Exists(Path.Combine(Folder, name)) ? text : Merged(name, text);
            if (merged is null)
                return null;
            texts.Add(new(FileOf(name), merged));
        }
        return texts;
    }

    /// <summary>Ends an import whose files were written by somebody else: keeps copies for the next one, and tells what has changed.</summary>
    /// <param name="before">The texts before, by their names in findings.</param>
    public void Conclude(ImportResult result, IReadOnlyDictionary<string, string> before)
    {
        foreach (var (file, old) in before)
            if (UserFile.ReadText(file, UserFile.MaxMap) is var now && now != old)
                Show(file, old, now.ReplaceLineEndings("\n"));
        foreach (var (name, text) in result.Files)
        {
            AtomicFile.Write(ImportedOf(Path.Combine(Folder, name)), text, AtomicFile.Open);
            output.WriteLine($"{Shown(name)} is written.");
        }
    }

    // Another map's files are not taken for those of this one.
    private bool MayOverwrite(ImportResult result, bool write)
    {
        if (write || result.Files.FirstOrDefault(file => File.Exists(Path.Combine(Folder, file.Name))) is not { Name: { } taken })
            return true;
        error.WriteLine($"s7opcbridge: {Shown(taken)} exists and would be overwritten; name another map, or write over it with --write.");
        return false;
    }

    // What is written is a map only where the loader of maps takes it, with what people wrote into it.
    private bool Holds()
    {
        var findings = new FindingList { TakesOpenHosts = true };
        _ = MapLoader.Load(path, findings);
        foreach (var finding in findings.Sorted.Where(finding => finding.IsError))
            error.WriteLine(Printable.From(finding.ToString(), int.MaxValue));
        if (findings.HasErrors)
            error.WriteLine($"s7opcbridge: {path} is written, and a bridge does not take it with these errors; correct them in the map.");
        return !findings.HasErrors;
    }

    // A copy of the imported text is kept beside the map, so that the next import recognises what people have changed.
    private static string ImportedOf(string file) => $"{file}.imported";

    private bool WriteNew(string name, string text)
    {
        var file = Path.Combine(Folder, name);
        AtomicFile.Write(file, text, AtomicFile.Open);
        AtomicFile.Write(ImportedOf(file), text, AtomicFile.Open);
        output.WriteLine($"{Shown(name)} is written.");
        return true;
    }

    private bool Merge(string name, string text, bool write)
    {
        var file = Path.Combine(Folder, name);
        if (!File.Exists(file))
        {
            output.WriteLine($"{Shown(name)} is new.");
            return !write || WriteNew(name, text);
        }
        if (Merged(name, text) is not { } merged)
            return false;
        var own = UserFile.ReadText(file, UserFile.MaxMap);
        if (merged == own.ReplaceLineEndings("\n"))
            output.WriteLine($"{Shown(name)} needs no change.");
        else
            Show(Shown(name), own, merged);
        if (!write)
            return true;
        AtomicFile.Write(file, merged, AtomicFile.Open);
        AtomicFile.Write(ImportedOf(file), text, AtomicFile.Open);
        output.WriteLine($"{Shown(name)} is written.");
        return true;
    }

    private string? Merged(string name, string text)
    {
        var file = Path.Combine(Folder, name);
        if (!File.Exists(ImportedOf(file)))
        {
            error.WriteLine(
                $"s7opcbridge: {Shown(name)} is there, and {Shown(ImportedOf(name))}, which tells what the last import wrote, is not; name "
                    + "another file with -o."
            );
            return null;
        }
        var own = UserFile.ReadText(file, UserFile.MaxMap);
        var merged = MapMerge.Merge(UserFile.ReadText(ImportedOf(file), UserFile.MaxMap), own, text, out var conflicts);
        foreach (var line in conflicts)
            error.WriteLine($"{Shown(name)}:{line}:1: warning: both this map and the source changed here; the map's own lines are kept");
        return merged;
    }

    private void Show(string file, string own, string merged)
    {
        const int Most = 200;
        var (gone, come) = (own.Split('\n').Select(line => line.TrimEnd('\r')), merged.Split('\n'));
        var (before, after) = (Counted(gone), Counted(come));
        var lines = before
            .Where(line => line.Value > after.GetValueOrDefault(line.Key))
            .Select(line => $"- {line.Key.Trim()}")
            .Concat(after.Where(line => line.Value > before.GetValueOrDefault(line.Key)).Select(line => $"+ {line.Key.Trim()}"))
            .ToList();
        output.WriteLine($"{file} changes:");
        foreach (var line in lines.Take(Most))
            output.WriteLine(Printable.From(line, int.MaxValue));
        if (lines.Count > Most)
            output.WriteLine($"and {lines.Count - Most:N0} more lines.");
    }

    private static Dictionary<string, int> Counted(IEnumerable<string> lines) =>
        lines.GroupBy(line => line).ToDictionary(group => group.Key, group => group.Count());

    // As the loader of maps names it.
    private string FileOf(string name) => name == Path.GetFileName(path) ? path : Shown(name);

    private string Shown(string name) => Path.GetDirectoryName(path) is { Length: > 0 } folder ? Path.Combine(folder, name) : name;
}
