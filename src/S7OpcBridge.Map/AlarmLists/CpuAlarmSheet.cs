using S7OpcBridge.Core;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.Tables;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.AlarmLists;

/// <summary>A row of a file with the texts of a CPU's alarms.</summary>
/// <param name="Spot">The row.</param>
/// <param name="Name">Name of the alarm: <c>60000123</c>, <c>60000123/3</c>.</param>
/// <param name="Texts">Its texts by language.</param>
/// <param name="Class">Name of its class; empty: none.</param>
/// <param name="Severity">Its severity; 0: not given.</param>
internal sealed record CpuAlarmRow(SourceLocation Spot, string Name, IReadOnlyList<LocalText> Texts, string Class, int Severity);

/// <summary>Reads the rows of one table with the texts of a CPU's alarms.</summary>
internal static class CpuAlarmSheet
{
    /// <summary>The rows of a table whose first row has the headings; null where it has no id or no text.</summary>
    public static List<CpuAlarmRow>? Read(IEnumerable<(SourceLocation Spot, string[] Cells)> lines, FindingList findings)
    {
        AlarmColumns? columns = null;
        var rows = new List<CpuAlarmRow>();
        foreach (var (spot, cells) in lines)
        {
            if (columns is null)
            {
                columns = new AlarmColumns(cells);
                if (columns.Id < 0 || columns.Texts.Count == 0)
                    return null;
            }
            else if (ReadRow(columns, spot, cells, findings) is { } row)
            {
                rows.Add(row);
            }
        }
        return columns is null ? null : rows;
    }

    private static CpuAlarmRow? ReadRow(AlarmColumns columns, SourceLocation spot, string[] cells, FindingList findings)
    {
        var id = At(columns.Id);
        var texts = columns.Texts.Select(text => new LocalText(text.Locale, At(text.Column))).Where(text => text.Text.Length > 0).ToList();
        if (id.Length == 0 && texts.Count == 0)
            return null;
        if (!S7AlarmNumber.TryParse(id, out var number))
        {
            findings.Error(
                spot,
                $"the id '{Excerpt.From(id)}' is no number of an alarm; write it as the bridge shows it, with 8 hexadecimal digits (60000123, or "
                    + "60000123/3 for the third signal), or as a decimal number"
            );
            return null;
        }
        var name = number.ToString();
        if (texts.Count == 0)
        {
            findings.Warning(spot, $"the alarm {name} has no text; write one, or remove the row");
            return null;
        }
        var severity = At(columns.Severity) is { Length: > 0 } given ? Cell.Whole(given) : 0;
        if (severity is null or < 0 or > 1000)
        {
            findings.Error(spot, $"the severity '{Excerpt.From(At(columns.Severity))}' is no whole number from 1 to 1000; correct it");
            return null;
        }
        return new CpuAlarmRow(spot, name, texts, At(columns.Class), severity.Value);

        string At(int column) => Cell.At(cells, column);
    }
}
