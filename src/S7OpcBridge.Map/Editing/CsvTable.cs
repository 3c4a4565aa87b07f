using System.Text;
using S7OpcBridge.Map.Reading;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>A table of tags that can be edited: other rows, and other cells of a row, stay as they are. Immutable.</summary>
internal sealed class CsvTable
{
    private readonly string _header;
    private readonly List<CsvCell> _columns;
    private readonly List<CsvRow> _rows;

    private CsvTable(string header, List<CsvCell> columns, char separator, List<CsvRow> rows) =>
        (_header, _columns, Separator, _rows) = (header, columns, separator, rows);

    public char Separator { get; }

    /// <summary>The columns.</summary>
    public IReadOnlyList<CsvCell> Columns => _columns;

    /// <summary>The rows.</summary>
    public IReadOnlyList<CsvRow> Rows => _rows;

    // Made by the first who asks.
    private Dictionary<string, int> First =>
        field ??= _rows.Select((row, at) => (row.Name, at)).DistinctBy(row => row.Name).ToDictionary(row => row.Name, row => row.at);

    /// <summary>The first row of a name, from 0; -1: there is none.</summary>
    public int FirstOf(string name) => First.GetValueOrDefault(name, -1);

    /// <summary>The cells of a row that are not empty, by their columns.</summary>
    public IEnumerable<(string Column, string Text)> CellsOf(int row)
    {
        var cells = new List<CsvCell>();
        new CsvRows(_rows[row].Text, Separator).TryRead(cells);
        return cells.Zip(_columns).Where(pair => pair.First.Text.Length > 0).Select(pair => (pair.Second.Text, pair.First.Text));
    }

    /// <summary>The whole table.</summary>
    public string Text
    {
        get
        {
            var text = new StringBuilder(_header);
            foreach (var row in _rows)
                text.Append(row.Text);
            return text.ToString();
        }
    }

    /// <summary>Reads a table.</summary>
    /// <exception cref="EditRefusedException">It has no column with names, or a quote is open.</exception>
    public static CsvTable Read(string text)
    {
        var rows = new CsvRows(text);
        var cells = new List<CsvCell>();
        if (!rows.TryRead(cells) || !cells.Exists(cell => cell.Text == CsvDraft.NameColumn))
            throw new EditRefusedException(
                0,
                "the first line of this table does not name its columns; begin it with a line such as name;address;type;unit"
            );
        var columns = cells.ToList();
        var name = columns.FindIndex(cell => cell.Text == CsvDraft.NameColumn);
        var found = new List<CsvRow>();
        var header = text[..rows.At];
        for (var at = rows.At; rows.TryRead(cells); at = rows.At)
            found.Add(new CsvRow(text[at..rows.At], name < cells.Count ? cells[name].Text : ""));
        if (rows.OpenQuote is not null)
            throw new EditRefusedException(0, "a quote of this table is never closed; add it by hand");
        return new CsvTable(header, columns, rows.Separator, found);
    }

    /// <summary>True where a row has the tag.</summary>
    public bool Has(string name) => _rows.Exists(row => row.Name == name);

    /// <summary>The line, from 1, of a tag's row; rows with quoted line ends count as one.</summary>
    public int LineOf(string name) => LineOfRow(_rows.FindIndex(row => row.Name == name));

    /// <summary>The line, from 1, of a row; rows with quoted line ends count as one.</summary>
    public int LineOfRow(int row) => row + 2;

    /// <summary>Makes edits, one after the other: <c>[name]</c>, <c>[name]/unit</c>, and the empty path for a new row.</summary>
    /// <exception cref="EditRefusedException">One of them cannot be made; none is.</exception>
    public CsvTable Apply(IReadOnlyList<MapEdit> edits, ref int current)
    {
        var draft = new CsvDraft(_header, _columns, Separator, [.. _rows]);
        for (current = 0; current < edits.Count; current++)
            draft.Make(edits[current]);
        current = Math.Max(0, edits.Count - 1);
        return new CsvTable(draft.Header, draft.Columns, Separator, draft.Rows);
    }
}

/// <summary>A row as it stands in the table, with its line end, and the name of its tag.</summary>
internal readonly record struct CsvRow(string Text, string Name);
