using S7OpcBridge.Map.Files;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.Yaml;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Reading;

/// <summary>Reads the files that a map names, by their extension. A file that includes itself, directly or indirectly, is an error.</summary>
internal sealed class SourceStack(RawMap map, FindingList findings)
{
    private const int MostDepth = 32;

    private readonly Stack<string> _open = new();

    /// <summary>Reads a file of tags into a group.</summary>
    /// <param name="path">Path relative to the working directory.</param>
    /// <param name="spot">Where the map names it.</param>
    /// <param name="group">The group that contains its tags.</param>
    /// <param name="entries">Receives the tags.</param>
    /// <param name="encoding">Name of its code page; null: detected from its bytes.</param>
    public void Read(string path, SourceLocation spot, RawGroup group, List<RawEntry> entries, string? encoding = null)
    {
        switch (Path.GetExtension(path).ToLowerInvariant())
        {
            case ".csv" or ".tsv":
                Open(path, spot, (file, text) => CsvSource.Read(file, text, group, entries, findings), encoding);
                break;
            case ".yaml" or ".yml":
                Open(
                    path,
                    spot,
                    (file, text) =>
                        YamlFile.Read(file, text, findings, yaml => YamlSource.Read(yaml, new SourceReading(map, this, group, entries))),
                    encoding
                );
                break;
            case ".db" or ".scl" or ".awl":
                Open(path, spot, (file, text) => TiaSource.ReadBlocks(file, text, map, group, spot, entries, findings), encoding);
                break;
            case ".udt":
                findings.Error(
                    spot,
                    $"'{path}' contains a type but no block; name it under 'types: {{ from: [...] }}' and use the type at an address"
                );
                break;
            default:
                findings.Error(
                    spot,
                    $"'{path}' is neither a tag nor a file of tags; write {{ name, address, type }}, or a file that ends in .csv, .yaml, "
                        + ".db, .scl or .awl"
                );
                break;
        }
    }

    /// <summary>Reads a file of types.</summary>
    public void ReadTypes(string path, SourceLocation spot, string? encoding) =>
        Open(path, spot, (file, text) => TiaSource.ReadTypes(file, text, map, spot, findings), encoding);

    private void Open(string path, SourceLocation spot, Action<SourceFile, string> read, string? encoding)
    {
        if (findings.Size.IsFull)
            return;
        var full = Path.GetFullPath(path);
        if (_open.Contains(full))
        {
            findings.Error(spot, $"'{path}' includes itself, directly or through another file; remove one of the two lines");
            return;
        }
        if (_open.Count == MostDepth)
        {
            findings.Error(spot, $"files of tags name each other more than {MostDepth} deep; let one file name them all");
            return;
        }
        if (
            TextFiles.Read(
                path,
                spot,
                findings,
                encoding is not null && S7TextEncodings.TryFind(encoding, out var codePage, out _) ? codePage : null
            )
            is not { } text
        )
            return;
        _open.Push(full);
        read(findings.Open(path), text);
        _open.Pop();
    }
}
