using System.Xml;

namespace S7OpcBridge.Map.Tables;

/// <summary>
/// The sheets of an XLSX file as rows of text: shared strings, inline strings and plain values; no formulas, no formats (ECMA-376 part 1, 18.3 and 18.4).
/// </summary>
internal sealed class Workbook
{
    /// <summary>The part of the package that lists the sheets.</summary>
    public const string Main = "xl/workbook.xml";

    /// <summary>Bytes of one part, unpacked.</summary>
    public const int MostBytes = 256 * 1024 * 1024;

    private const int Depth = 64,
        MostCells = 20_000_000,
        MostColumns = 512,
        LongestText = 32_767,
        MostCharacters = 256 * 1024 * 1024;

    private readonly SourceFile _file;
    private readonly Func<string, bool> _has;
    private readonly Func<string, byte[]> _read;
    private readonly List<(string Name, string Path)> _sheets = [];
    private string[]? _strings;
    private long _characters;

    private Workbook(SourceFile file, Func<string, bool> has, Func<string, byte[]> read) => (_file, _has, _read) = (file, has, read);

    /// <summary>The workbook of a package; null where it has none, or a broken one.</summary>
    /// <param name="file">What findings point into.</param>
    /// <param name="has">Whether the package has a part.</param>
    /// <param name="read">The bytes of a part; may throw a <see cref="TableException"/>.</param>
    public static Workbook? Open(SourceFile file, Func<string, bool> has, Func<string, byte[]> read)
    {
        if (!has(Main))
            return null;
        try
        {
            var workbook = new Workbook(file, has, read);
            workbook.ReadSheets();
            return workbook;
        }
        catch (Exception error) when (error is XmlException or TableException or ArgumentException)
        {
            return null;
        }
    }

    public IEnumerable<string> Sheets => _sheets.Select(sheet => sheet.Name);

    /// <summary>The rows below the headings of a sheet.</summary>
    /// <exception cref="TableException">The sheet is broken.</exception>
    public IEnumerable<TableRow> Rows(string sheet)
    {
        IReadOnlyDictionary<string, int>? columns = null;
        foreach (var (spot, cells) in Lines(sheet))
        {
            if (columns is null)
                columns = TableRow.Headings(cells);
            else
                yield return new TableRow(spot, cells, columns);
        }
    }

    /// <summary>The headings of a sheet; empty where it has none.</summary>
    public IReadOnlyDictionary<string, int> Headings(string sheet) => TableRow.Headings(Lines(sheet).FirstOrDefault().Cells ?? []);

    /// <summary>All rows of a sheet.</summary>
    /// <inheritdoc cref="Rows"/>
    public IEnumerable<(SourceLocation Spot, string[] Cells)> Lines(string sheet)
    {
        var found = _sheets.Find(other => other.Name.Equals(sheet, StringComparison.OrdinalIgnoreCase));
        if (found.Path is null)
            yield break;
        var file = new SourceFile($"{_file.Path}!{found.Name}");
        _strings ??= ReadStrings();
        using var reader = SafeXml.Reader(_read(found.Path));
        var (line, count) = (0, 0);
        while (Step(reader, file))
        {
            if (reader.NodeType != XmlNodeType.Element || reader.LocalName != "row")
                continue;
            line = int.TryParse(reader.GetAttribute("r"), out var number) && number > line ? number : line + 1;
            var cells = ReadRow(reader, file);
            if ((count += cells.Length) > MostCells)
                throw new TableException(new SourceLocation(file, line, 1), $"the sheet has more than {MostCells:N0} cells");
            if (cells.Any(cell => cell.Length > 0))
                yield return (new SourceLocation(file, line, 1), cells);
        }
    }

    private string[] ReadRow(XmlReader reader, SourceFile file)
    {
        var cells = new List<string>();
        if (reader.IsEmptyElement)
            return [];
        var depth = reader.Depth;
        var (column, kind, text) = (-1, "", "");
        while (Step(reader, file) && reader.Depth > depth)
        {
            if (reader.NodeType == XmlNodeType.Element && reader.LocalName == "c")
            {
                column = ColumnOf(reader.GetAttribute("r")) ?? cells.Count;
                kind = reader.GetAttribute("t") ?? "";
            }
            else if (
                reader.NodeType is XmlNodeType.Text or XmlNodeType.SignificantWhitespace or XmlNodeType.CDATA
                && column is >= 0 and < MostColumns
            )
            {
                text =
                    kind == "s" && int.TryParse(reader.Value, out var index) && index >= 0 && index < _strings!.Length
                        ? _strings[index]
                        : reader.Value;
                while (cells.Count <= column)
                    cells.Add("");
                // Shared strings cost a file nothing and whoever takes them a copy each.
                if ((_characters += text.Length) > MostCharacters)
                    throw new TableException(new SourceLocation(file, 1, 1), $"its cells have more than {MostCharacters:N0} characters");
                cells[column] = Joined(cells[column], text);
            }
        }
        return [.. cells];
    }

    // A1, BC17: the letters are the column.
    private static int? ColumnOf(string? reference)
    {
        var column = 0;
        foreach (var c in reference ?? "")
        {
            if (!char.IsAsciiLetter(c) || column > MostColumns)
                break;
            column = (column * 26) + (char.ToUpperInvariant(c) - 'A') + 1;
        }
        return column == 0 ? null : column - 1;
    }

    private void ReadSheets()
    {
        var targets = new Dictionary<string, string>();
        if (_has("xl/_rels/workbook.xml.rels"))
        {
            using var rels = SafeXml.Reader(_read("xl/_rels/workbook.xml.rels"));
            while (Step(rels, _file))
            {
                if (rels.LocalName == "Relationship" && rels.GetAttribute("Id") is { } id && rels.GetAttribute("Target") is { } target)
                    targets[id] = target.StartsWith('/') ? target[1..] : $"xl/{target}";
            }
        }
        using var reader = SafeXml.Reader(_read(Main));
        while (Step(reader, _file))
        {
            if (reader.NodeType != XmlNodeType.Element || reader.LocalName != "sheet" || reader.GetAttribute("name") is not { } name)
                continue;
            var id = reader.GetAttribute("id", "http://schemas.openxmlformats.org/officeDocument/2006/relationships") ?? "";
            if (targets.TryGetValue(id, out var path) && _has(path))
                _sheets.Add((name, path));
        }
    }

    private string[] ReadStrings()
    {
        if (!_has("xl/sharedStrings.xml"))
            return [];
        var file = new SourceFile($"{_file.Path}!sharedStrings");
        using var reader = SafeXml.Reader(_read("xl/sharedStrings.xml"));
        var strings = new List<string>();
        var phonetic = false;
        while (Step(reader, file))
        {
            if (reader.NodeType == XmlNodeType.Element && reader.LocalName == "si")
                strings.Add("");
            else if (reader.LocalName == "rPh")
                phonetic = reader.NodeType == XmlNodeType.Element && !reader.IsEmptyElement;
            else if (reader.NodeType is XmlNodeType.Text or XmlNodeType.SignificantWhitespace && !phonetic && strings.Count > 0)
                strings[^1] = Joined(strings[^1], reader.Value);
        }
        return [.. strings];
    }

    // A cell has 32,767 characters at most.
    private static string Joined(string text, string more) =>
        text.Length == 0 && more.Length <= LongestText ? more
        : text.Length >= LongestText ? text
        : text + more[..Math.Min(more.Length, LongestText - text.Length)];

    private static bool Step(XmlReader reader, SourceFile file)
    {
        try
        {
            if (!reader.Read())
                return false;
            return reader.Depth <= Depth
                ? true
                : throw new TableException(new SourceLocation(file, 1, 1), "its elements are nested too deep");
        }
        catch (XmlException error)
        {
            throw new TableException(new SourceLocation(file, Math.Max(1, error.LineNumber), 1), "the sheet is broken; save it again");
        }
    }
}
