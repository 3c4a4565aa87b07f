using S7OpcBridge.Map.Editing;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.TagRows;

/// <summary>A file with tags: its text as a tree or as a table, and what finds entries in it. Not for several threads at once.</summary>
/// <param name="name">The file, as edits name it.</param>
internal sealed class TableFile(string name)
{
    private EntryFinder? _finder;
    private List<int>? _lines;

    public string Name => name;

    /// <summary>Null: it is a table.</summary>
    public TextTree? Tree { get; init; }

    /// <summary>Null: it is YAML.</summary>
    public CsvTable? Table { get; init; }

    /// <summary>In how many places of the map its tags are read.</summary>
    public int Uses { get; set; }

    /// <summary>The path of an entry, as findings have it.</summary>
    public string PathOf(IReadOnlyList<Entry> way) => EntryFinder.PathOf(Tree!, way, _finder ??= new EntryFinder(Tree!));

    /// <summary>The line, from 1, of a character; all lines are counted once.</summary>
    public int LineOf(int at)
    {
        if (_lines is null)
        {
            _lines = [0];
            for (var next = 0; (next = TextLines.EndOf(Tree!.Text, next)) < Tree.Text.Length; )
                _lines.Add(next = TextLines.SkipBreak(Tree.Text, next));
        }
        var line = _lines.BinarySearch(at);
        return line < 0 ? ~line : line + 1;
    }

    /// <summary>The path of a row of a table.</summary>
    public string PathOfRow(int row) =>
        EditPath.Format([Table!.FirstOf(Table.Rows[row].Name) == row ? new EditStep(Table.Rows[row].Name, true, null) : new EditStep("", true, row)]);
}
