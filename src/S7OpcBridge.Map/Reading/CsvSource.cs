using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.Yaml;
using S7OpcBridge.Words;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace S7OpcBridge.Map.Reading;

/// <summary>
/// Reads tags from a table: the first line names the columns by the keys of a tag, each further line is a tag, and an empty cell means not set. Values are read
/// by the same key table as in YAML, so that meaning and findings are the same.
/// </summary>
internal static class CsvSource
{
    public static void Read(SourceFile file, string text, RawGroup group, List<RawEntry> entries, FindingList findings)
    {
        var rows = new CsvRows(text);
        var cells = new List<CsvCell>();
        if (!rows.TryRead(cells) || ReadHeader(file, cells, findings) is not { } columns)
            return;
        var parser = new OneScalar();
        var yaml = new YamlReader(parser, file, findings);
        while (rows.TryRead(cells))
        {
            if (cells.TrueForAll(cell => cell.Text.Length == 0))
                continue;
            var tag = new RawTag(group, new SourceLocation(file, cells[0].Line, 1));
            for (var i = 0; i < cells.Count; i++)
            {
                if (cells[i].Text.Length == 0)
                    continue;
                if (i >= columns.Count)
                {
                    findings.Error(
                        new SourceLocation(file, cells[i].Line, cells[i].Column),
                        "the line has more cells than the first line has columns; put "
                            + $"quotes around a value that contains '{rows.Separator}'"
                    );
                    break;
                }
                if (columns[i] is not { } key)
                    continue;
                parser.Set(cells[i]);
                yaml.Key = key.Name;
                key.Read(yaml, tag);
            }
            if (!findings.Size.TryCountRow(tag.Spot, findings))
                return;
            entries.Add(tag);
        }
        if (rows.OpenQuote is { } line)
            findings.Error(new SourceLocation(file, line, 1), "a quote that begins on this line is never closed; add the closing quote");
    }

    private static List<MapKey<RawTag>?>? ReadHeader(SourceFile file, List<CsvCell> cells, FindingList findings)
    {
        if (!cells.Exists(cell => cell.Text == "name"))
        {
            findings.Error(
                new SourceLocation(file, 1, 1),
                "the first line of a table names the columns with the keys of a tag; begin with a line such as " + "name;address;type;unit"
            );
            return null;
        }
        var columns = new List<MapKey<RawTag>?>();
        foreach (var cell in cells)
        {
            if (!TagKeys.Table.TryFind(cell.Text, out var key))
                findings.Error(
                    new SourceLocation(file, cell.Line, cell.Column),
                    $"unknown column '{cell.Text}'; " + $"{NearestWord.Hint(cell.Text, [.. TagKeys.Table.Names])}"
                );
            columns.Add(key);
        }
        return columns;
    }

    /// <summary>Presents one cell as the scalar at the cursor of a <see cref="YamlReader"/>.</summary>
    private sealed class OneScalar : IParser
    {
        public ParsingEvent? Current { get; private set; }

        public void Set(CsvCell cell)
        {
            var mark = new Mark(0, cell.Line, cell.Column);
            Current = new Scalar(AnchorName.Empty, TagName.Empty, cell.Text, ScalarStyle.DoubleQuoted, false, true, mark, mark);
        }

        public bool MoveNext() => true;
    }
}
