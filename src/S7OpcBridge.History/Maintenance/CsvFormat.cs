using System.Globalization;
using System.Text;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Maintenance;

/// <summary>Cells of a CSV file. Texts come from PLCs and maps of others: none may become a formula of a spreadsheet, or a command of a terminal.</summary>
internal static class CsvFormat
{
    public static string Format(in Variant value) =>
        HistoryText.NumberOf(value) is null ? FormatText(HistoryText.Format(value)) : HistoryText.Format(value);

    /// <summary>
    /// A text. One that begins like a formula and is no number gets an apostrophe before it; control characters but tab and line ends are written as \uXXXX.
    /// </summary>
    public static string FormatText(string text)
    {
        if (text.Length == 0)
            return text;
        var isFormula =
            text[0] is '=' or '+' or '-' or '@' or '\t' or '\r'
            && !double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out _);
        var cell = new StringBuilder(isFormula ? "'" : "");
        foreach (var letter in text)
        {
            if (char.IsControl(letter) && letter is not ('\t' or '\r' or '\n'))
                cell.Append(CultureInfo.InvariantCulture, $"\\u{(int)letter:X4}");
            else
                cell.Append(letter);
        }

        return text.AsSpan().IndexOfAny(",\"\r\n") < 0 ? $"{cell}" : $"\"{cell.Replace("\"", "\"\"")}\"";
    }
}
