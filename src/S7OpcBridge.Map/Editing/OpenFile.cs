using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>A file of a map and its present text, parsed when that is needed. Immutable.</summary>
internal sealed class OpenFile
{
    private readonly Lazy<YamlText> _yaml;
    private readonly Lazy<CsvTable> _table;
    private readonly FileKind _kind;

    /// <param name="original">The file as it lies on disk.</param>
    /// <param name="kind">What it holds.</param>
    public OpenFile(FileText original, FileKind kind)
        : this(original, kind, original.Text, null, null) { }

    private OpenFile(FileText original, FileKind kind, string text, YamlText? yaml, CsvTable? table)
    {
        (Original, _kind, Text) = (original, kind, text);
        _yaml = yaml is null ? new Lazy<YamlText>(() => YamlText.Read(text, kind == FileKind.Tags)) : new Lazy<YamlText>(yaml);
        _table = table is null ? new Lazy<CsvTable>(() => CsvTable.Read(text)) : new Lazy<CsvTable>(table);
    }

    /// <summary>A file that is not on disk yet.</summary>
    public static OpenFile New(FileKind kind) => new(FileText.New, kind);

    /// <summary>The file on disk.</summary>
    public FileText Original { get; }

    public string Text { get; }

    /// <exception cref="EditRefusedException">It is not YAML that can be edited.</exception>
    public YamlText Yaml => _yaml.Value;

    /// <exception cref="EditRefusedException">It is not a table.</exception>
    public CsvTable Table => _table.Value;

    /// <summary>The file with another text.</summary>
    public OpenFile Of(string text) => new(Original, _kind, text, null, null);

    /// <summary>The file after these edits.</summary>
    /// <exception cref="EditRefusedException">One cannot be made.</exception>
    public OpenFile Apply(IReadOnlyList<MapEdit> edits, ref int current)
    {
        switch (_kind)
        {
            case FileKind.Table:
                var table = Table.Apply(edits, ref current);
                return new OpenFile(Original, _kind, table.Text, null, table);
            case FileKind.Other:
                throw new EditRefusedException(0, "this file was exported from TIA Portal or STEP 7; change it there and export it again");
            default:
                var yaml = Yaml.Apply(edits, ref current);
                return new OpenFile(Original, _kind, yaml.Text, yaml, null);
        }
    }

    /// <summary>The path of the entry around a place; null: there is none.</summary>
    /// <exception cref="EditRefusedException">The text cannot be edited.</exception>
    public string? PathAt(int line, int column)
    {
        if (_kind == FileKind.Table)
            return line >= 2 ? $"[#{line - 2}]" : null;
        if (_kind == FileKind.Other)
            return null;
        var at = 0;
        for (; line > 1 && at < Text.Length; line--)
            at = TextLines.SkipBreak(Text, TextLines.EndOf(Text, at));
        return EntryFinder.PathOf(Yaml.Tree, new EntryFinder(Yaml.Tree).At(Math.Min(at + column - 1, Text.Length)).Way);
    }
}

/// <summary>What a file of a map holds.</summary>
internal enum FileKind
{
    /// <summary>A map, or one that is included.</summary>
    Map,

    /// <summary>Tags in YAML.</summary>
    Tags,

    /// <summary>A table of tags.</summary>
    Table,

    /// <summary>A source of TIA Portal or STEP 7.</summary>
    Other,
}
