using S7OpcBridge.Map.Files;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.Reading;

/// <summary>Reads the further map files that <c>include</c> names: files, and folders with all of their YAML files. Each file is read once.</summary>
internal sealed class MapIncludes(FindingList findings)
{
    private const int MostFiles = 10_000,
        MostDepth = 128;

    private readonly Dictionary<string, SourceLocation> _read = [];
    private readonly HashSet<string> _open = [];

    /// <summary>Notes the map's own file, which no other may include.</summary>
    public void Begin(SourceFile map)
    {
        var full = Path.GetFullPath(map.Path);
        _read[full] = new SourceLocation(map, 1, 1);
        _open.Add(full);
    }

    /// <summary>Reads the value of <c>include</c>: one path or a list of them.</summary>
    /// <param name="yaml">At the value.</param>
    /// <param name="read">Reads the content of a file.</param>
    public void Read(YamlReader yaml, Action<YamlReader> read)
    {
        const string Expected = "the name of a map file or of a folder with map files, or a list of them";
        if (!yaml.AtSequence)
        {
            ReadOne(yaml, Expected, read);
            return;
        }
        yaml.EnterSequence(Expected);
        while (!yaml.Leave())
            ReadOne(yaml, Expected, read);
    }

    private void ReadOne(YamlReader yaml, string expected, Action<YamlReader> read)
    {
        var spot = yaml.Spot;
        if (yaml.Text(expected) is not { } name)
            return;
        var path = yaml.File.Resolve(name);
        if (!Directory.Exists(path))
        {
            Open(path, spot, read);
            return;
        }
        // The folder itself counts as sought: a file that is added to it changes the map.
        findings.Seek(path);
        foreach (var file in FilesOf(path, spot))
            Open(file, spot, read);
    }

    private IReadOnlyList<string> FilesOf(string folder, SourceLocation spot)
    {
        try
        {
            IReadOnlyList<string> files = MapFolder.FilesOf(folder);
            if (findings.Overlay?.NamesIn(folder).Where(MapFolder.IsMap).ToArray() is { Length: > 0 } added)
                files = [.. files.Union(added.Select(name => Path.Combine(folder, name))).Order(StringComparer.Ordinal)];
            if (files.Count == 0)
                findings.Warning(
                    spot,
                    $"the folder '{folder}' has no file that ends in .yaml or .yml; add the map files of the PLCs, or remove the line"
                );
            return files;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            findings.Error(spot, $"the folder '{folder}' can't be read ({e.Message.TrimEnd('.')}); check its permissions");
            return [];
        }
    }

    private void Open(string path, SourceLocation spot, Action<YamlReader> read)
    {
        var full = Path.GetFullPath(path);
        if (_open.Contains(full))
            findings.Error(spot, $"'{path}' includes itself, directly or through another file; remove one of the two lines");
        else if (_read.TryGetValue(full, out var first))
            findings.Error(spot, $"'{path}' is included twice, first at {first}; remove one of the two lines");
        else if (_open.Count > MostDepth)
            findings.Error(spot, $"maps are included more than {MostDepth} deep; let one map name all files");
        else if (_read.Count >= MostFiles)
            findings.Error(spot, $"with '{path}' the map has more than {MostFiles:N0} files; put several PLCs into one");
        else
        {
            _read[full] = spot;
            if (TextFiles.Read(path, spot, findings) is not { } text)
                return;
            _open.Add(full);
            YamlFile.Read(findings.Open(path), text, findings, read);
            _open.Remove(full);
        }
    }
}
