using System.Text;

namespace S7OpcBridge.Import.Writing;

/// <summary>Writes a row of a table: cells between semicolons, each in one line, in quotes where it needs them.</summary>
internal static class CsvLine
{
    public static void Append(StringBuilder table, IEnumerable<string> cells) => table.AppendJoin(';', cells.Select(Quoted)).Append('\n');

    private static string Quoted(string text)
    {
        var line = string.Concat(text.Select(static c => char.IsControl(c) ? ' ' : c)).Trim();
        return line.AsSpan().ContainsAny(";\",\t") || line.StartsWith(' ')
            ? $"\"{line.Replace("\"", "\"\"", StringComparison.Ordinal)}\""
            : line;
    }
}
