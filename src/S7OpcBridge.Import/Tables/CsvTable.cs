using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map;
using S7OpcBridge.Map.Reading;

namespace S7OpcBridge.Import.Tables;

/// <summary>Rows of a text table, separated by comma, semicolon or tab.</summary>
internal static class CsvTable
{
    /// <summary>The cells of all rows with their places, without headings.</summary>
    public static IEnumerable<(SourceLocation Spot, string[] Cells)> Lines(SourceFile file, string text)
    {
        var rows = new CsvRows(text);
        var cells = new List<CsvCell>();
        while (rows.TryRead(cells))
        {
            if (cells.Count > 1 || cells[0].Text.Length > 0)
                yield return (new SourceLocation(file, cells[0].Line, 1), [.. cells.Select(cell => cell.Text)]);
        }
    }

    /// <summary>The rows below the headings.</summary>
    public static IEnumerable<TableRow> Rows(Source source)
    {
        IReadOnlyDictionary<string, int>? columns = null;
        foreach (var (spot, cells) in Lines(source.File, source.Text))
        {
            if (columns is null)
                columns = TableRow.Headings(cells);
            else
                yield return new TableRow(spot, cells, columns);
        }
    }

    /// <summary>The headings of a source that begins like a table; empty where it does not.</summary>
    public static IReadOnlyDictionary<string, int> HeadingsOf(Source source)
    {
        var end = source.Head.AsSpan().IndexOfAny('\r', '\n');
        var first = end < 0 ? source.Head : source.Head[..end];
        return first.Length is 0 or > 4000 ? NoColumns : TableRow.Headings(Lines(source.File, first).FirstOrDefault().Cells ?? []);
    }

    /// <summary>True where the source begins with all of these headings.</summary>
    public static bool Has(Source source, params ReadOnlySpan<string> headings)
    {
        var columns = HeadingsOf(source);
        foreach (var heading in headings)
        {
            if (!columns.ContainsKey(heading))
                return false;
        }
        return true;
    }

    private static readonly Dictionary<string, int> NoColumns = [];
}
