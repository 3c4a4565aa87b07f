using System.Text;
using S7OpcBridge.Map.AlarmLists;

namespace S7OpcBridge.Import.Writing;

/// <summary>Writes the texts of messages as the table that <c>texts</c> at a PLC names.</summary>
internal static class MessageWriter
{
    /// <summary>The table.</summary>
    public static string Table(IReadOnlyList<CpuAlarmRow> rows)
    {
        var hasClass = rows.Any(static row => row.Class.Length > 0);
        var locales = rows.SelectMany(static row => row.Texts)
            .Select(static text => text.Locale)
            .Distinct(StringComparer.OrdinalIgnoreCase)
            .ToList();
        var table = new StringBuilder(hasClass ? "id;class" : "id");
        foreach (var locale in locales)
            table.Append(locale.Length == 0 ? ";text" : $";text [{locale}]");
        table.Append('\n');
        foreach (var row in rows)
        {
            string[] texts =
            [
                .. locales.Select(locale =>
                    row.Texts.FirstOrDefault(text => text.Locale.Equals(locale, StringComparison.OrdinalIgnoreCase)).Text ?? ""
                ),
            ];
            CsvLine.Append(table, hasClass ? [row.Name, row.Class, .. texts] : [row.Name, .. texts]);
        }
        return table.ToString();
    }
}
