namespace S7OpcBridge.Benchmarks;

/// <summary>A table as text, its columns aligned.</summary>
internal static class TextTable
{
    public static void Write(ResultTable table, Machine machine, TextWriter output)
    {
        output.WriteLine();
        output.WriteLine(table.Title);
        output.WriteLine(machine);
        output.WriteLine();
        string[][] lines =
        [
            ["", "", .. table.Columns.Select(c => c.Head)],
            .. Lines(table),
        ];
        var widths = Enumerable.Range(0, lines[0].Length).Select(i => lines.Max(line => line[i].Length)).ToArray();
        foreach (var line in lines)
            output.WriteLine(
                string.Join("  ", line.Select((cell, i) => i < 2 ? cell.PadRight(widths[i]) : cell.PadLeft(widths[i]))).TrimEnd()
            );
        output.WriteLine();
        foreach (var note in table.Notes)
            output.WriteLine($"- {note}");
    }

    private static IEnumerable<string[]> Lines(ResultTable table)
    {
        var group = "";
        foreach (var row in table.Rows)
        {
            yield return [row.Group == group ? "" : row.Group, row.Label, .. row.Values.Select(Figure.Show)];
            group = row.Group;
        }
    }
}
