namespace S7OpcBridge.Map.Tables;

/// <summary>A row of a table whose first row has the headings.</summary>
/// <param name="Spot">Where the row begins.</param>
/// <param name="Cells">The cells by column.</param>
/// <param name="Columns">Number of a column by its heading, in any case.</param>
internal readonly record struct TableRow(SourceLocation Spot, IReadOnlyList<string> Cells, IReadOnlyDictionary<string, int> Columns)
{
    /// <summary>The cell under a heading; empty where there is none, and for TIA Portal's <c>&lt;No Value&gt;</c>.</summary>
    public string this[string heading] =>
        Columns.TryGetValue(heading, out var column) && column < Cells.Count && Cells[column] != "<No Value>" ? Cells[column] : "";

    /// <summary>The first cell that is not empty under any of these headings.</summary>
    public string Any(params ReadOnlySpan<string> headings)
    {
        foreach (var heading in headings)
        {
            if (this[heading] is { Length: > 0 } text)
                return text;
        }
        return "";
    }

    /// <summary>The headings of a first row: trimmed, the first of several equal ones.</summary>
    public static IReadOnlyDictionary<string, int> Headings(IReadOnlyList<string> cells)
    {
        var columns = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
        for (var i = 0; i < cells.Count; i++)
            columns.TryAdd(cells[i].Trim(), i);
        return columns;
    }
}
