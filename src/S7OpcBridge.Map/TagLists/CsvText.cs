using System.Buffers;

namespace S7OpcBridge.Map.TagLists;

/// <summary>Cells of a CSV file (RFC 4180) that a spreadsheet opens as texts, never as formulas.</summary>
internal static class CsvText
{
    private static readonly SearchValues<char> Special = SearchValues.Create(",;\"\r\n\t");

    /// <summary>One line with its end.</summary>
    public static string Line(params IEnumerable<string> cells) => string.Join(',', cells.Select(Cell)) + "\r\n";

    /// <summary>
    /// One cell. Where the text begins like a formula (= + - @, tab or line break), an apostrophe goes before it; a number keeps its sign.
    /// </summary>
    public static string Cell(string text)
    {
        if (text.Length > 0 && text[0] is '=' or '+' or '-' or '@' or '\t' or '\r' or '\n' && !double.TryParse(text, Invariant, out _))
            text = "'" + text;
        return text.AsSpan().ContainsAny(Special) || text.StartsWith(' ') || text.EndsWith(' ') ? Quoted(text) : text;
    }

    private static string Quoted(string text) => $"\"{text.Replace("\"", "\"\"")}\"";

    private static readonly System.Globalization.CultureInfo Invariant = System.Globalization.CultureInfo.InvariantCulture;
}
