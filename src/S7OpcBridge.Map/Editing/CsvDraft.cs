using System.Text;
using S7OpcBridge.Map.Reading;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>A table while it is edited.</summary>
internal sealed class CsvDraft(string header, List<CsvCell> columns, char separator, List<CsvRow> rows)
{
    /// <summary>The column with the names of the tags.</summary>
    public const string NameColumn = "name";

    private Dictionary<string, int>? _places;
    private int _searches;

    public string Header { get; private set; } = header;

    public List<CsvCell> Columns { get; private set; } = columns;

    public List<CsvRow> Rows => rows;

    private string LineEnd => Header[TextLines.BeforeBreak(Header, Header.Length)..] is { Length: > 0 } end ? end : "\n";

    /// <summary>Makes one edit.</summary>
    /// <exception cref="EditRefusedException">It cannot be made.</exception>
    public void Make(MapEdit edit)
    {
        var steps = EditPath.Parse(edit.Path);
        if (steps.Count > 2 || steps.Any(step => step.IsItem != (step == steps[0])))
            throw Refused(0, "a table has only tags and their cells; write what it cannot hold into a YAML file");
        var row = steps.Count == 0 ? -1 : Find(steps[0]);
        switch (edit.Kind)
        {
            case MapEditKind.Insert when steps.Count == 0:
                Insert(NewNode.Of(edit.Value), edit.At);
                break;
            case MapEditKind.Set when steps.Count == 2:
                SetCell(row, steps[1].Name, TextOf(NewNode.Of(edit.Value)));
                break;
            case MapEditKind.Set when steps.Count == 1:
                Set(row, NewNode.Of(edit.Value));
                break;
            case MapEditKind.Remove when steps.Count == 2:
                SetCell(row, steps[1].Name, "");
                break;
            case MapEditKind.Remove when steps.Count == 1:
                Remove(row);
                break;
            case MapEditKind.Move when steps.Count == 1 && edit.To is null:
                Move(row, (int)Math.Clamp(edit.By is { } by ? (long)row + by : edit.At ?? rows.Count - 1, 0, rows.Count - 1));
                break;
            case MapEditKind.Rename when steps.Count == 1 && edit.Name is { Length: > 0 } name:
                SetCell(row, NameColumn, name);
                break;
            default:
                throw Refused(Math.Max(row, 0), "this edit is not one of a table; change it by hand");
        }
    }

    private void Set(int row, NewNode tag)
    {
        if (tag.Kind != NodeKind.Mapping)
            throw Refused(row, "a row of a table is set by the keys of its tag");
        foreach (var column in Columns.Select(cell => cell.Text).Where(column => tag[column] is null).ToList())
            SetCell(row, column, "");
        for (var i = 0; i < tag.Keys.Count; i++)
            SetCell(row, tag.Keys[i], TextOf(tag.Items[i]));
    }

    private void SetCell(int row, string column, string value)
    {
        if (column == NameColumn && value.Length == 0)
            throw Refused(row, "a tag needs its name; remove the row instead");
        var index = Columns.FindIndex(cell => cell.Text == column);
        if (index < 0 && value.Length == 0)
            return;
        index = index < 0 ? AddColumn(column) : index;
        var text = rows[row].Text;
        var cells = CellsOf(text);
        if (index < cells.Count && cells[index].Text == value)
            return;
        if (index >= cells.Count && value.Length == 0)
            return;
        string changed;
        if (index < cells.Count)
        {
            var cell = cells[index];
            changed = $"{text[..cell.Start]}{Written(value, IsQuoted(text, cell))}{text[cell.End..]}";
        }
        else
        {
            var end = TextLines.BeforeBreak(text, text.Length);
            changed = $"{text[..end]}{new string(separator, index - cells.Count + 1)}{Written(value, isQuoted: false)}{text[end..]}";
        }
        var expected = cells.ConvertAll(cell => cell.Text);
        while (expected.Count <= index)
            expected.Add("");
        expected[index] = value;
        Check(row, changed, expected);
        rows[row] = new CsvRow(changed, column == NameColumn ? value : rows[row].Name);
        if (column == NameColumn)
            _places = null;
    }

    private void Insert(NewNode tag, int? at)
    {
        if (tag.Kind != NodeKind.Mapping || tag[NameColumn] is not { Kind: NodeKind.Scalar, Text.Length: > 0 } name)
            throw Refused(0, "a new row needs the 'name' of its tag");
        foreach (var key in tag.Keys.Where(key => !Columns.Exists(cell => cell.Text == key)))
            AddColumn(key);
        var place = Math.Clamp(at ?? rows.Count, 0, rows.Count);
        var model = place > 0 ? rows[place - 1].Text : Header;
        var isQuoted = CellsOf(model) is [var first, ..] && IsQuoted(model, first);
        var values = Columns.ConvertAll(cell => tag[cell.Text] is { } value ? TextOf(value) : "");
        var text = new StringBuilder();
        for (var i = 0; i < values.Count; i++)
            text.Append(i == 0 ? "" : separator).Append(values[i].Length == 0 && i > 0 ? "" : Written(values[i], isQuoted));
        Check(place, text.ToString(), values);
        // The last line may have no line end: it keeps being the last without one.
        if (place > 0 && TextLines.BeforeBreak(model, model.Length) == model.Length)
            rows[place - 1] = rows[place - 1] with { Text = model + LineEnd };
        else if (place == 0 && TextLines.BeforeBreak(Header, Header.Length) == Header.Length)
            Header += LineEnd;
        else
            text.Append(LineEnd);
        rows.Insert(place, new CsvRow(text.ToString(), name.Text));
        if (place == rows.Count - 1)
            _places?.TryAdd(name.Text, place);
        else
            _places = null;
    }

    private void Remove(int row)
    {
        var isOpen = TextLines.BeforeBreak(rows[row].Text, rows[row].Text.Length) == rows[row].Text.Length;
        rows.RemoveAt(row);
        _places = null;
        if (!isOpen)
            return;
        if (row > 0)
            rows[row - 1] = rows[row - 1] with
            {
                Text = rows[row - 1].Text[..TextLines.BeforeBreak(rows[row - 1].Text, rows[row - 1].Text.Length)],
            };
        else
            Header = Header[..TextLines.BeforeBreak(Header, Header.Length)];
    }

    private void Move(int row, int to)
    {
        // The last line may have no line end: it keeps being the last without one.
        var isOpen = TextLines.BeforeBreak(rows[^1].Text, rows[^1].Text.Length) == rows[^1].Text.Length;
        if (isOpen)
            rows[^1] = rows[^1] with { Text = rows[^1].Text + LineEnd };
        var moved = rows[row];
        rows.RemoveAt(row);
        rows.Insert(to, moved);
        if (isOpen)
            rows[^1] = rows[^1] with { Text = rows[^1].Text[..TextLines.BeforeBreak(rows[^1].Text, rows[^1].Text.Length)] };
        _places = null;
    }

    private int AddColumn(string key)
    {
        var end = TextLines.BeforeBreak(Header, Header.Length);
        var changed = $"{Header[..end]}{separator}{Written(key, isQuoted: false)}{Header[end..]}";
        if (new CsvRows(changed).Separator != separator)
            throw Refused(0, "the first line of the table would be read in another way with one more column; add it by hand");
        Header = changed;
        Columns = CellsOf(Header);
        return Columns.Count - 1;
    }

    private int Find(EditStep step)
    {
        if (step.Position is { } position)
            return position < rows.Count ? position : throw Refused(0, $"the table has no row {position}");
        if (++_searches > 8)
            _places ??= rows.Select((row, i) => (row.Name, i)).DistinctBy(row => row.Name).ToDictionary(row => row.Name, row => row.i);
        var found = _places is null ? rows.FindIndex(row => row.Name == step.Name) : _places.GetValueOrDefault(step.Name, -1);
        return found >= 0 ? found : throw Refused(0, $"the table has no tag '{Findings.Excerpt.From(step.Name)}'");
    }

    private List<CsvCell> CellsOf(string row)
    {
        var cells = new List<CsvCell>();
        new CsvRows(row, separator).TryRead(cells);
        return cells;
    }

    // The row by itself must be one row with these cells.
    private void Check(int row, string text, List<string> expected)
    {
        var rows = new CsvRows(text, separator);
        var cells = new List<CsvCell>();
        if (
            !rows.TryRead(cells)
            || rows.OpenQuote is not null
            || rows.At != text.Length
            || !cells.Select(cell => cell.Text).SequenceEqual(expected)
        )
            throw Refused(row, "the row would be read in another way after this edit; change it by hand");
    }

    private string Written(string value, bool isQuoted) =>
        isQuoted
        || value.AsSpan().IndexOfAny([separator, '"', '\r', '\n']) >= 0
        || (value.Length > 0 && (char.IsWhiteSpace(value[0]) || char.IsWhiteSpace(value[^1])))
            ? $"\"{value.Replace("\"", "\"\"")}\""
            : value;

    private static bool IsQuoted(string text, CsvCell cell) => cell.Start < cell.End && text[cell.Start] == '"';

    private static string TextOf(NewNode value) =>
        value.Kind == NodeKind.Scalar ? value.Text
        : value is { Kind: NodeKind.Sequence, Items: [{ Kind: NodeKind.Scalar } low, { Kind: NodeKind.Scalar } high] }
            ? $"{low.Text}..{high.Text}"
        : throw new EditRefusedException(0, "a cell of a table holds a single value; write this tag into a YAML file");

    private EditRefusedException Refused(int row, string message) =>
        new(Header.Length + rows.Take(row).Sum(other => other.Text.Length), message);
}
